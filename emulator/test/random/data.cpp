// One data-processing instruction with its operands, and its result folded into the thread's sum, so that no wrong bit is
// lost.
//
// ptxas is free in three things that the bits would show, and is kept from them: it contracts a mul and an add without a
// rounding into an fma (the product passes through an exclusive or with a zero that it cannot know), it chooses the bits of
// a NaN by the instruction that it picks (NaNs are made one before their bits are looked at), and it computes with constants
// itself (floats have none: they come from the tables in memory).
#include "emulator/test/random/values.hpp"
#include "emulator/test/random/writer.hpp"

namespace simt::random_ptx {
namespace {

bool is_float_product(const Opcode& opcode) {
    return opcode.root() == "mul" && opcode.computes_floats() && !opcode.has("rn") && !opcode.has("rz") &&
           !opcode.has("rm") && !opcode.has("rp");
}

// Their results show the sign of a NaN.
bool shows_signs(const Opcode& opcode) { return opcode.root() == "copysign" || opcode.has("xorsign"); }

// Where ptxas 13.0 does not write what the PTX ISA says; test/hardware/programs/compiler.cu shows each by itself.
//
// Of these it makes several instructions and guards not all of them, so that the destination changes where the guard is
// false: with testp, an H200 stores for every program what it would store without the guards.
bool loses_guards(const Opcode& opcode) { return opcode.root() == "set" || opcode.root() == "testp"; }
// It takes what a saturating conversion to an integer left for saturated, also where its bits are read as a number between 0
// and 1, and leaves the second saturation out.
bool loses_saturation(const Opcode& opcode) { return opcode.name.starts_with("cvt.sat.f"); }
// It takes the result of set for 0 or 1 where that is compared with the constant 1; it is all ones.
bool mistakes_ones(const Opcode& opcode) { return opcode.root() == "set" || opcode.root() == "setp"; }

u64 awkward_integer(char element, u64 random) {
    static constexpr u64 kValues[] = {0,
                                      1,
                                      2,
                                      3,
                                      4,
                                      5,
                                      7,
                                      8,
                                      15,
                                      16,
                                      17,
                                      31,
                                      32,
                                      33,
                                      63,
                                      64,
                                      65,
                                      127,
                                      128,
                                      255,
                                      256,
                                      0x7fff,
                                      0x8000,
                                      0xffff,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      ~u64{0},
                                      0x7fffffffffffffff,
                                      0x8000000000000000,
                                      0x5555555555555555};
    const u64 value = random % 4 == 0 ? random >> 8 : kValues[random / 4 % std::size(kValues)];
    return element == 'h' ? value & 0xffff : element == 'w' ? value & 0xffffffff : value;
}

}  // namespace

void Writer::fresh_value(char element, const std::string& name) {
    // ld knows no .f16; the tables hold bits.
    static constexpr const char* kLoads[] = {"ld.global", "ld.global.nc", "ld.global.ca", "ld.global.cg",
                                             "ld.global.cs"};
    const std::string type = element == 'f'   ? "f32"
                             : element == 'g' ? "f64"
                                              : "b" + number(8 * width_of(element));
    line(std::string(kLoads[below(5)]) + "." + type + " " + name + ", [%at_" + element + "+" +
         number(below(256) * width_of(element)) + "];");
}

// A constant, a fresh value or a variable.
std::string Writer::source(const Opcode& opcode, std::size_t operand) {
    const char element = opcode.elements[operand];
    if (element == 'p') return variable('p');
    if (opcode.root() == "lop3" && operand == 4) return number(below(256));
    const bool integer = element == 'h' || element == 'w' || element == 'd';
    const u32 dice = below(100);
    // Division by a constant is another sequence of instructions, in which a zero need not do what it does here.
    const bool field = opcode.root() == "bfe" || opcode.root() == "bfi";
    const bool packed = opcode.type().ends_with("x2");  // ptxas takes no constants there
    const bool constants = !packed && integer && !opcode.computes_floats() && operand > 1 &&
                           opcode.root() != "div" && opcode.root() != "rem";
    if (constants && dice < 25) {
        u64 value = awkward_integer(element, random_());
        if (value == 1 && mistakes_ones(opcode)) value = 6;
        // The last two operands of a bit field instruction are its place and length, of which ptxas takes a byte.
        const bool byte = field && operand + 2 >= opcode.elements.size();
        return number(byte ? value & 255 : value);
    }
    if (dice < 60 || shows_signs(opcode) || loses_saturation(opcode)) {
        const std::string name = std::string("%t") + element + number(operand);
        fresh_value(element, name);
        return name;
    }
    return variable(element);
}

// Makes the NaNs of a half or of a pair of halves one.
void Writer::canonical_halves(const Opcode& opcode, const std::string& name) {
    const std::string type = opcode.result_type();
    if (type.find("f16") == std::string::npos || opcode.elements[0] == 'p') return;
    const bool brain = type.starts_with("bf");
    const std::string infinity = brain ? "0x7f80" : "0x7c00";
    const auto canonical = [&](const std::string& half) {
        line("and.b16 %th6, " + half + ", 0x7fff;\nsetp.gt.u16 %tp6, %th6, " + infinity + ";\nselp.b16 " +
             half + ", 0x7fff, " + half + ", %tp6;");
    };
    if (!type.ends_with("x2")) return canonical(name);
    line("mov.b32 {%th4, %th5}, " + name + ";");
    canonical("%th4");
    canonical("%th5");
    line("mov.b32 " + name + ", {%th4, %th5};");
}

void Writer::fold(char element, const std::string& name) {
    const auto add = [&](const std::string& word) { line("mad.lo.u32 %sum, %sum, 16777619, " + word + ";"); };
    switch (element) {
        case 'p':
            line("selp.u32 %tw6, 40503, 1, " + name + ";");
            return add("%tw6");
        case 'h':
            line("cvt.u32.u16 %tw6, " + name + ";");
            return add("%tw6");
        case 'w':
            return add(name);
        case 'd':
            line("mov.b64 {%tw6, %tw7}, " + name + ";");
            add("%tw6");
            return add("%tw7");
        case 'f':
            line("testp.notanumber.f32 %tp6, " + name + ";\nmov.b32 %tw6, " + name +
                 ";\nselp.b32 %tw6, 0x7fffffff, %tw6, %tp6;");
            return add("%tw6");
        default:
            line("testp.notanumber.f64 %tp6, " + name + ";\nmov.b64 {%tw6, %tw7}, " + name +
                 ";\nselp.b32 %tw6, -1, %tw6, %tp6;\nselp.b32 %tw7, 0x7fffffff, %tw7, %tp6;");
            add("%tw6");
            return add("%tw7");
    }
}

void Writer::data(const Context&) {
    const Opcode opcode = deck_[next_++ % deck_.size()];
    const char element = opcode.elements[0];
    const std::string to = variable(element);
    std::string operands = to;
    for (std::size_t k = 1; k < opcode.elements.size(); ++k) operands += ", " + source(opcode, k);
    const bool subtracts = opcode.root() == "sub" || opcode.root() == "subc";
    // A sum of all ones and the flag carries, a difference of zero and the flag borrows.
    if (opcode.uses_carry) {
        line("and.b32 %tw6, %sum, 1;");
        line(subtracts ? "sub.cc.u32 %tw7, 0, %tw6;" : "add.cc.u32 %tw7, %tw6, 0xffffffff;");
    }
    std::string guard;
    if (!opcode.uses_carry && chance(15)) guard = (chance(50) ? "@" : "@!") + variable('p') + " ";
    if (loses_guards(opcode)) guard.clear();
    line(guard + opcode.name + " " + operands + ";");
    if (opcode.uses_carry) {
        line(std::string(subtracts ? "subc" : "addc") + ".u32 %tw7, 0, 0;\nand.b32 %tw7, %tw7, 1;");
        fold('w', "%tw7");
    }
    if (is_float_product(opcode)) {
        if (element == 'f')
            line("mov.b32 %tw6, " + to + ";\nxor.b32 %tw6, %tw6, %zero;\nmov.b32 " + to + ", %tw6;");
        if (element == 'g')
            line("mov.b64 {%tw6, %tw7}, " + to + ";\nxor.b32 %tw6, %tw6, %zero;\nmov.b64 " + to +
                 ", {%tw6, %tw7};");
        if (element == 'w') line("xor.b32 " + to + ", " + to + ", %zero;");
        if (element == 'h') line("cvt.u16.u32 %th7, %zero;\nxor.b16 " + to + ", " + to + ", %th7;");
    }
    // The last 13 bits of a tf32 are nobody's, and ptxas stores what it likes of them.
    if (opcode.result_type() == "tf32") line("and.b32 " + to + ", " + to + ", 0xffffe000;");
    canonical_halves(opcode, to);
    fold(element, to);
}

}  // namespace simt::random_ptx
