// References for logic, shifts, moves and choices, bit by bit.
#include <doctest/doctest.h>

#include "emulator/test/support/reference.hpp"

namespace simt::exec::row_test {
namespace {

int bits_of_type(const std::string& type) {
    if (type == "pred") return 1;
    if (type == "f32") return 32;
    if (type == "f64") return 64;
    return integer_type(type).bits;
}

// Bit k of the result from bits k of up to three operands.
template <class F>
u64 each_bit(const u64* source, int bits, F function) {
    u64 result = 0;
    for (int k = 0; k < bits; ++k) {
        const bool a = (source[0] >> k & 1) != 0, b = (source[1] >> k & 1) != 0,
                   c = (source[2] >> k & 1) != 0;
        if (function(a, b, c)) result |= u64{1} << k;
    }
    return result;
}

// Bit k of the result is bit k - amount of a, or `fill` past its ends. A left shift has a positive amount.
u64 shifted(u64 a, s128 amount, int bits, bool fill) {
    u64 result = 0;
    for (int k = 0; k < bits; ++k) {
        const s128 from = k - amount;
        const bool one = from < 0 ? false : from >= bits ? fill : (a >> static_cast<int>(from) & 1) != 0;
        if (one) result |= u64{1} << k;
    }
    return result;
}

u64 funnel(const Opcode& opcode, const u64* source) {
    const u64 amount = opcode.has("wrap") ? source[2] % 32 : std::min<u64>(source[2], 32);
    const u128 both = u128{source[1]} << 32 | source[0];
    return static_cast<u64>(opcode.has("l") ? both << amount >> 32 : both >> amount) & 0xffffffff;
}

// The third operand of slct as a number that is negative, or not, or neither.
bool chooses_first(const Opcode& opcode, u64 selector) {
    const bool negative = selector >= 0x80000000, is_integer = opcode.type() == "s32";
    const u64 magnitude = selector & 0x7fffffff;
    if (is_integer) return !negative;
    if (magnitude > 0x7f800000) return false;
    return !negative || magnitude == 0 || (opcode.has("ftz") && magnitude < 0x00800000);
}

}  // namespace

Reference logic_reference(const Opcode& opcode) {
    const int bits = bits_of_type(opcode.type());
    const std::string root = opcode.root();
    if (opcode.is_one_of({"and", "or", "xor", "not"}))
        return exactly([=](const u64* source) {
            return each_bit(source, bits, [&](bool a, bool b, bool) {
                return root == "and" ? a && b : root == "or" ? a || b : root == "xor" ? a != b : !a;
            });
        });
    if (root == "cnot") return exactly([](const u64* source) { return u64{source[0] == 0}; });
    if (root == "lop3")
        return exactly([](const u64* source) {
            return each_bit(source, 32, [&](bool a, bool b, bool c) {
                return (source[3] >> (4 * a + 2 * b + 1 * c) & 1) != 0;
            });
        });
    if (root == "shl")
        return exactly(
            [=](const u64* source) { return shifted(source[0], static_cast<s128>(source[1]), bits, false); });
    if (root == "shr")
        return exactly([=](const u64* source) {
            const bool sign = opcode.type()[0] == 's' && (source[0] >> (bits - 1) & 1) != 0;
            return shifted(source[0], -static_cast<s128>(source[1]), bits, sign);
        });
    if (root == "shf") return exactly([=](const u64* source) { return funnel(opcode, source); });
    if (root == "mov") return exactly([](const u64* source) { return source[0]; });
    if (root == "selp")
        return exactly([](const u64* source) { return source[2] != 0 ? source[0] : source[1]; });
    if (root == "slct")
        return exactly(
            [=](const u64* source) { return chooses_first(opcode, source[2]) ? source[0] : source[1]; });
    return {};
}

}  // namespace simt::exec::row_test
