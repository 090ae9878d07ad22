// The frame of a random kernel: its registers, what it begins and ends with, and which statement comes next.
#include "emulator/test/random/writer.hpp"

#include <algorithm>

#include "emulator/test/random/values.hpp"

namespace simt::random_ptx {
namespace {

constexpr u32 kStatements = 44;  // of a kernel, about
constexpr u32 kDeepest = 3;

const char* register_type(char element) {
    switch (element) {
        case 'p':
            return "pred";
        case 'h':
            return "b16";
        case 'w':
            return "b32";
        case 'd':
            return "b64";
        case 'f':
            return "f32";
        default:
            return "f64";
    }
}

constexpr u32 kVariables = 4;  // of each kind

// The part of the list that a program works on, in an order of its own.
std::vector<Opcode> deck_of(const std::vector<Opcode>& opcodes, u32 number, std::mt19937_64& random) {
    const std::size_t first = std::size_t{number / kRounds} * kOpcodesAProgram;
    const std::size_t last = std::min(first + kOpcodesAProgram, opcodes.size());
    std::vector<Opcode> deck(opcodes.begin() + static_cast<std::ptrdiff_t>(first),
                             opcodes.begin() + static_cast<std::ptrdiff_t>(last));
    for (std::size_t k = deck.size(); k > 1; --k) std::swap(deck[k - 1], deck[random() % k]);
    return deck;
}

}  // namespace

Writer::Writer(const std::vector<Opcode>& opcodes, u32 number)
    : opcodes_(opcodes), number_(number), random_(number + 1) {
    deck_ = deck_of(opcodes_, number, random_);
    blocks_ = 2 + below(2);
    static constexpr u32 kThreads[] = {64, 96, 128, 1, 31, 33, 50, 67, 97, 127};
    threads_ = kThreads[chance(60) ? below(3) : below(10)];
    exits_ = chance(30);
    collectives_ = !exits_;
}

std::string Writer::fresh(const char* type) {
    const std::string name = "%n" + number(names_++);
    declarations_ += std::string(".reg .") + type + " " + name + ";\n";
    return name;
}

std::string Writer::variable(char element) { return std::string("%") + element + number(below(kVariables)); }

// Registers that every function has, and their first values.
void Writer::prologue() {
    for (const char element : {'p', 'h', 'w', 'd', 'f', 'g'})
        declarations_ += std::string(".reg .") + register_type(element) + " %" + element + "<" +
                         number(kVariables) + ">, %t" + element + "<8>;\n";
    declarations_ +=
        ".reg .b32 %me, %lane, %cta, %size, %thread, %sum, %zero, %row, %own, %other;\n"
        ".reg .b64 %out, %cells, %grid_cells, %mine, %at_h, %at_w, %at_d, %at_f, %at_g, %local, "
        "%generic_own, %generic_local;\n";
    line("mov.u32 %me, %tid.x;\nmov.u32 %lane, %laneid;\nmov.u32 %cta, %ctaid.x;\nmov.u32 %size, %ntid.x;");
    line("mad.lo.u32 %thread, %cta, %size, %me;\nmul.lo.u32 %row, %thread, 37;\nand.b32 %row, %row, 255;");
    for (const char table : kTables) {
        const std::string at = std::string("%at_") + table;
        line("mov.u64 " + at + ", values_" + table + ";\nmul.wide.u32 %td0, %row, " +
             number(width_of(table)) + ";\nadd.u64 " + at + ", " + at + ", %td0;");
    }
    for (const char element : {'h', 'w', 'd', 'f', 'g'})
        for (u32 k = 0; k < kVariables; ++k) fresh_value(element, std::string("%") + element + number(k));
    for (u32 k = 0; k < kVariables; ++k)
        line("setp.lt.s32 %p" + number(k) + ", %w" + number(k) + ", " + number(below(3)) + ";");
    line("mov.u32 %sum, 2166136261;");
}

// Lanes that come here leave the values that they have.
void Writer::epilogue() {
    for (const char element : {'p', 'h', 'w', 'd', 'f', 'g'})
        for (u32 k = 0; k < kVariables; ++k) fold(element, std::string("%") + element + number(k));
    for (u32 k = 0; k < 4; ++k)
        line("ld.global.b64 %td0, [%mine+" + number(8 * k) +
             "];\nmov.b64 {%tw0, %tw1}, %td0;\nmad.lo.u32 %sum, %sum, 16777619, %tw0;\nmad.lo.u32 %sum, "
             "%sum, 16777619, %tw1;");
    line("st.global.u32 [%mine+64], %sum;");
    for (u32 k = 0; k < kVariables; ++k)
        line("st.global.u32 [%mine+" + number(68 + 4 * k) + "], %w" + number(k) + ";");
}

void Writer::statements(const Context& context, u32 count) {
    for (u32 k = 0; k < count && budget_ != 0; ++k) statement(context);
}

void Writer::statement(const Context& context) {
    if (budget_ != 0) --budget_;
    const bool nests = context.depth < kDeepest;
    const u32 dice = below(100);
    if (dice < 55) return data(context);
    if (nests && dice < 63) return if_else(context);
    if (nests && dice < 68) return loop(context);
    if (nests && dice < 71) return switch_on(context);
    if (dice < 74) return leave(context);
    if (dice < 77) return call(context);
    if (dice < 80) return private_global(below(1000));
    if (dice < 82) return local(below(1000));
    // What follows needs the kernel's registers.
    if (context.function) return dice < 94 || context.mask.empty() ? data(context) : collective(context);
    if (dice < 85) return private_shared(below(1000));
    if (dice < 87) return generic(below(1000));
    if (dice < 89) return private_atomic(below(1000));
    if (dice < 91) return common_atomic(below(1000));
    if (dice < 94 && context.block) {
        if (threads_ % 64 == 0 && !exits_ && chance(30)) return exchange_by_halves(context);
        return chance(70) ? exchange_in_block(context) : reduce_in_block(context);
    }
    if (context.mask.empty()) return data(context);
    return chance(30) ? exchange_in_warp(context) : collective(context);
}

// A function of two numbers, and with the lanes that come to it together if it is to do warp-level operations.
void Writer::declare_function(const std::string& name, bool with_mask) {
    const std::string text = std::move(text_), declarations = std::move(declarations_);
    text_.clear();
    declarations_.clear();
    prologue();
    line("ld.param.b64 %mine, [mine];\nld.param.b32 %w0, [first];\nld.param.b64 %d0, [second];");
    line("ld.param.b32 %zero, [zero];\nmov.u64 %local, scratch;");
    for (u32 k = 0; k < 8; ++k)
        line("st.local.b64 [scratch+" + number(8 * k) + "], %d" + number(k % kVariables) + ";");
    Context context;
    context.function = true;
    context.depth = 1;
    if (with_mask) {
        const std::string mask = fresh("b32");
        line("ld.param.b32 " + mask + ", [mask];");
        context.mask = mask;
    }
    const u32 budget = budget_;
    budget_ = 6;
    statements(context, 4);
    budget_ = budget;
    line("st.param.b32 [result], %sum;\nret;");
    functions_ +=
        ".func (.param .b32 result) " + name +
        "(.param .b32 first, .param .b64 second, .param .b64 mine, .param .b32 zero, .param .b32 mask)\n{\n"
        ".local .align 16 .b8 scratch[64];\n" +
        declarations_ + text_ + "}\n";
    text_ = text;
    declarations_ = declarations;
    function_names_[with_mask].push_back(name);
}

std::string Writer::kernel_body() {
    prologue();
    line("ld.param.u64 %out, [out];\nld.param.u64 %cells, [cells];\nld.param.u32 %zero, [zero];");
    line("mul.wide.u32 %td0, %thread, " + number(kThreadBytes) + ";\nadd.u64 %mine, %out, %td0;");
    line("mad.lo.u32 %tw0, %cta, " + number(8 * kCells) +
         ", 0;\nmov.u32 %tw1, %nctaid.x;\nmul.lo.u32 %tw1, %tw1, " + number(8 * kCells) + ";");
    line(
        "cvt.u64.u32 %td0, %tw1;\nadd.u64 %grid_cells, %cells, %td0;\ncvt.u64.u32 %td0, %tw0;\nadd.u64 "
        "%cells, %cells, %td0;");
    line(
        "mov.u32 %own, slots;\nmad.lo.u32 %own, %me, 16, %own;\ncvt.u64.u32 %td0, %own;\ncvta.shared.u64 "
        "%generic_own, %td0;");
    line("mov.u64 %local, scratch;\ncvta.local.u64 %generic_local, %local;");
    for (u32 k = 0; k < 8; ++k)
        line("st.local.b64 [scratch+" + number(8 * k) + "], %d" + number(k % kVariables) + ";");
    line("st.shared.v4.b32 [%own], {%w0, %w1, %w2, %w3};");
    line("setp.lt.u32 %tp0, %me, 1;");
    for (u32 k = 0; k < kCells; ++k)
        line("@%tp0 st.shared.b64 [shared_cells+" + number(8 * k) + "], " + number(kCellsBefore) + ";");
    Context context;
    context.block = true;
    context.exits = exits_;
    if (collectives_) {
        const std::string mask = fresh("b32");
        // The last warp of a block may be a partial one: its mask has the lanes that there are.
        line(
            "shr.u32 %tw0, %me, 5;\nshl.b32 %tw0, %tw0, 5;\nsub.u32 %tw0, %size, %tw0;\nmin.u32 %tw0, %tw0, "
            "32;\nbmsk.clamp.b32 " +
            mask + ", 0, %tw0;");
        context.mask = mask;
    }
    line("bar.sync 0;");
    budget_ = kStatements;
    // Every opcode of the deck where all threads come, and between them whatever comes to mind.
    for (std::size_t k = 0; k < deck_.size(); ++k) {
        data(context);
        if (chance(60)) statements(context, 1);
        if (chance(2)) early_exit(context);
    }
    // Memory instructions and atomics in turn, so that all programs together have them all.
    private_global(number_);
    private_shared(number_);
    local(number_);
    generic(number_);
    private_atomic(number_);
    common_atomic(number_);
    line("bar.sync 0;");
    for (u32 k = 0; k < kCells; ++k) {
        line("ld.shared.b64 %td0, [shared_cells+" + number(8 * k) + "];");
        line(
            "mov.b64 {%tw0, %tw1}, %td0;\nmad.lo.u32 %sum, %sum, 16777619, %tw0;\nmad.lo.u32 %sum, %sum, "
            "16777619, %tw1;");
    }
    line("ld.shared.v4.b32 {%tw0, %tw1, %tw2, %tw3}, [%own];");
    for (u32 k = 0; k < 4; ++k) line("mad.lo.u32 %sum, %sum, 16777619, %tw" + number(k) + ";");
    epilogue();
    line("ret;");
    return declarations_ + text_;
}

Program Writer::program() {
    for (u32 k = 0; k < 3; ++k)
        declare_function("f" + number(number_) + "_" + number(k), collectives_ && k == 2);
    const std::string body = kernel_body();
    Program program;
    program.number = number_;
    program.blocks = blocks_;
    program.threads = threads_;
    program.text = functions_ + ".visible .entry " + program.kernel() +
                   "(.param .u64 out, .param .u64 cells, .param .u32 zero)\n{\n"
                   ".local .align 16 .b8 scratch[64];\n.shared .align 16 .b8 slots[" +
                   number(16 * threads_) + "];\n.shared .align 8 .b8 shared_cells[" + number(8 * kCells) +
                   "];\n" + body + "}\n";
    return program;
}

Program make_program(const std::vector<Opcode>& opcodes, u32 number) {
    return Writer(opcodes, number).program();
}

u32 program_count(const std::vector<Opcode>& opcodes) {
    return static_cast<u32>((opcodes.size() + kOpcodesAProgram - 1) / kOpcodesAProgram) * kRounds;
}

std::string module_head() { return ".version 9.0\n.target sm_90\n.address_size 64\n" + value_tables(); }

}  // namespace simt::random_ptx
