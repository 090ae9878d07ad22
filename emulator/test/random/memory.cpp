// Memory that a thread has to itself, in every space, and atomics on memory that threads share, of which only what does not
// depend on their order is looked at.
#include "emulator/test/random/writer.hpp"

namespace simt::random_ptx {
namespace {

// Cell k of the shared ones is for operation k alone: different operations do not commute.
const char* const kCommuting[] = {"add.u32", "add.s32", "add.u64", "min.u32", "min.s32", "min.u64", "min.s64",
                                  "max.u32", "max.s32", "max.u64", "max.s64", "and.b32", "and.b64", "or.b32",
                                  "or.b64",  "xor.b32", "xor.b64", "inc.u32", "dec.u32"};
static_assert(std::size(kCommuting) <= kCells);

const char* const kWithResult[] = {"add.u32", "add.s32",  "add.u64",  "min.u32", "min.s32", "min.u64",
                                   "min.s64", "max.u32",  "max.s32",  "max.u64", "max.s64", "and.b32",
                                   "and.b64", "or.b32",   "or.b64",   "xor.b32", "xor.b64", "inc.u32",
                                   "dec.u32", "exch.b32", "exch.b64", "cas.b32", "cas.b64"};

bool is_wide(const std::string& operation) { return operation.ends_with("64"); }

const char* const kBits[] = {"b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64"};
u32 bytes_of(const std::string& type) {
    return type.ends_with("8") ? 1 : type.ends_with("16") ? 2 : type.ends_with("32") ? 4 : 8;
}

}  // namespace

// Stores a value and loads one, of any width and as a vector, from `bytes` bytes that are 16-byte aligned.
void Writer::vector_access(const std::string& space, const std::string& base, u32 bytes, u32 which) {
    const std::string type = kBits[which % std::size(kBits)];
    const u32 width = bytes_of(type);
    // Registers may be wider than what they are loaded with.
    const char element = width == 8 || chance(10) ? 'd' : width == 4 || chance(40) ? 'w' : 'h';
    u32 count = 1u << which / std::size(kBits) % 3;
    if (count * width > 16) count = 2;
    const auto list = [&](bool fresh_values) {
        std::string text;
        for (u32 k = 0; k < count; ++k)
            text += (k == 0 ? "" : ", ") +
                    (fresh_values ? std::string("%t") + element + number(k) : variable(element));
        return count == 1 ? text : "{" + text + "}";
    };
    const std::string suffix =
        (space.empty() ? "" : "." + space) + (count == 1 ? "" : ".v" + number(count)) + "." + type;
    const auto place = [&] {
        return "[" + base + "+" + number(below(bytes / (count * width)) * count * width) + "]";
    };
    const bool may_be_volatile = space != "local" && count == 1 && type == "b32";
    line((may_be_volatile && chance(30) ? "st.volatile" : "st") + suffix + " " + place() + ", " +
         list(false) + ";");
    line((may_be_volatile && chance(30) ? "ld.volatile" : "ld") + suffix + " " + list(true) + ", " + place() +
         ";");
    for (u32 k = 0; k < count; ++k) fold(element, std::string("%t") + element + number(k));
}

void Writer::private_global(u32 which) { vector_access("global", "%mine", 64, which); }
void Writer::private_shared(u32 which) { vector_access("shared", "%own", 16, which); }

void Writer::local(u32 which) {
    if (chance(50)) return vector_access("local", "scratch", 64, which);
    line("and.b32 %tw0, %sum, 48;\ncvt.u64.u32 %td0, %tw0;\nadd.u64 %td7, %local, %td0;");
    vector_access("local", "%td7", 16, which);
}

// Some lanes mean shared memory, others global or local.
void Writer::generic(u32 which) {
    line("selp.b64 %td7, %generic_own, %mine, " + variable('p') + ";\nselp.b64 %td7, %generic_local, %td7, " +
         variable('p') + ";");
    vector_access("", "%td7", 16, which);
}

void Writer::private_atomic(u32 which) {
    const std::string operation = kWithResult[which % std::size(kWithResult)];
    const char element = is_wide(operation) ? 'd' : 'w';
    const u32 where = which / std::size(kWithResult) % 3;
    const std::string space = where == 0 ? ".global" : where == 1 ? ".shared" : "";
    std::string base = where == 1 ? "%own" : "%mine";
    if (where == 2) {
        line("selp.b64 %td7, %generic_own, %mine, " + variable('p') + ";");
        base = "%td7";
    }
    const std::string to = variable(element), offset = number(8 * below(2));
    std::string operands = to + ", [" + base + "+" + offset + "], " + variable(element);
    if (operation.starts_with("cas")) {
        // Half of the comparisons are with what is there.
        line(std::string("ld") + space + ".b" + (is_wide(operation) ? "64" : "32") + " %t" + element +
             "0, [" + base + "+" + offset + "];");
        line(std::string("selp.b") + (is_wide(operation) ? "64" : "32") + " %t" + element + "0, %t" +
             element + "0, " + variable(element) + ", " + variable('p') + ";");
        operands = to + ", [" + base + "+" + offset + "], %t" + element + "0, " + variable(element);
    }
    line("atom" + space + "." + operation + " " + operands + ";");
    fold(element, to);
}

void Writer::common_atomic(u32 which) {
    const u32 cell = which % std::size(kCommuting);
    const std::string operation = kCommuting[cell];
    const u32 where = which / std::size(kCommuting) % 3;
    const std::string space = where == 0 ? "shared" : "global";
    const std::string base = where == 0 ? "shared_cells" : where == 1 ? "%cells" : "%grid_cells";
    const bool wraps = operation.starts_with("inc") || operation.starts_with("dec");
    const std::string from = wraps ? "77" : variable(is_wide(operation) ? 'd' : 'w');
    // atom has a result, which nobody may look at.
    const std::string unseen = is_wide(operation) ? "%td6, " : "%tw5, ";
    const bool reduces = which / std::size(kCommuting) / 3 % 2 == 0;
    line((reduces ? "red." : "atom.") + space + "." + operation + " " + (reduces ? "" : unseen) + "[" + base +
         "+" + number(8 * cell) + "], " + from + ";");
}

}  // namespace simt::random_ptx
