// Computes the undefined bits of a result from those of the operands, with one function for each kind of instruction.
// `u…` are masks of undefined bits, `v…` are values, and each has `width` bits (1 to 64).
//
// The rules are valgrind memcheck's: a bit is undefined if other values of the undefined operand bits could change it.
// Where that costs too much to compute (products, floats), more bits count as undefined, never fewer.
#pragma once

#include <algorithm>
#include <bit>

#include "emulator/isa/compare.hpp"

namespace simt::check::undefined {

constexpr u64 low_bits(u64 width) { return width >= 64 ? ~u64{0} : (u64{1} << width) - 1; }

constexpr u64 all_if_any(u64 u, u32 width) { return u == 0 ? 0 : low_bits(width); }
// Sums and low halves of products: each bit depends on those at and below its position.
constexpr u64 upward(u64 u, u32 width) { return (u | (0 - u)) & low_bits(width); }

constexpr u64 of_and(u64 va, u64 ua, u64 vb, u64 ub) { return (ua | ub) & (ua | va) & (ub | vb); }
constexpr u64 of_or(u64 va, u64 ua, u64 vb, u64 ub) { return (ua | ub) & (ua | ~va) & (ub | ~vb); }

// lop3: the table's bit 4a + 2b + c is the result. A bit is undefined if flipping undefined operand bits changes it.
constexpr u64 of_lookup(u32 table, const u64 (&v)[3], const u64 (&u)[3]) {
    const auto look_up = [table](u64 a, u64 b, u64 c) {
        u64 result = 0;
        for (u32 row = 0; row < 8; ++row)
            if ((table >> row & 1u) != 0)
                result |=
                    ((row & 4u) != 0 ? a : ~a) & ((row & 2u) != 0 ? b : ~b) & ((row & 1u) != 0 ? c : ~c);
        return result;
    };
    const u64 as_it_is = look_up(v[0], v[1], v[2]);
    u64 changes = 0;
    for (u32 turned = 1; turned < 8; ++turned)
        changes |=
            as_it_is ^ look_up(v[0] ^ ((turned & 4u) != 0 ? u[0] : 0), v[1] ^ ((turned & 2u) != 0 ? u[1] : 0),
                               v[2] ^ ((turned & 1u) != 0 ? u[2] : 0));
    return changes;
}

// A number of `from` bits is extended to `to` bits. If its sign bit is undefined, so are the bits that the sign fills.
constexpr u64 extended(u64 u, u32 from, u32 to, bool is_signed) {
    u &= low_bits(from);
    if (is_signed && to > from && (u >> (from - 1) & 1u) != 0) u |= ~low_bits(from);
    return u & low_bits(to);
}

constexpr u64 shifted_left(u64 u, u64 amount, u32 width) {
    return amount >= width ? 0 : u << amount & low_bits(width);
}
constexpr u64 shifted_right(u64 u, u64 amount, u32 width, bool is_signed) {
    const u64 wide = extended(u, width, 64, is_signed);
    if (is_signed)
        return static_cast<u64>(static_cast<s64>(wide) >> std::min<u64>(amount, 63)) & low_bits(width);
    return amount >= width ? 0 : wide >> amount;
}
// shf of 32 bits: a is the low word, b the high one.
constexpr u64 funnelled(u64 ua, u64 ub, u64 amount, bool left, bool wraps) {
    const u64 n = wraps ? amount & 31 : std::min<u64>(amount, 32), both = ub << 32 | (ua & low_bits(32));
    return (left ? (n == 32 ? ua : both << n >> 32) : both >> n) & low_bits(32);
}
// prmt without a mode: each of four selectors takes one of eight bytes, or that byte's sign eight times.
constexpr u64 permuted(u64 ua, u64 ub, u64 selectors) {
    const u64 both = ub << 32 | (ua & low_bits(32));
    u64 result = 0;
    for (u32 k = 0; k < 4; ++k) {
        const u64 selector = selectors >> 4 * k & 15;
        u64 byte = both >> 8 * (selector & 7) & 0xff;
        if ((selector & 8) != 0) byte = all_if_any(byte >> 7, 8);
        result |= byte << 8 * k;
    }
    return result;
}
// bfe: `length` bits from `position` on, filled with zeros or the sign above.
constexpr u64 extracted(u64 u, u64 position, u64 length, u32 width, bool is_signed) {
    position &= 0xff;
    length &= 0xff;
    const u64 field = position >= width ? 0 : u >> position & low_bits(length);
    if (!is_signed || length == 0) return field & low_bits(width);
    const u64 sign = std::min<u64>(position + length - 1, width - 1);
    if ((u >> sign & 1u) == 0) return field & low_bits(width);
    const u64 filled = sign >= position ? ~low_bits(sign - position) : ~u64{0};
    return (field | filled) & low_bits(width);
}
// bfi: the low bits of a replace `length` bits of b, from `position` on.
constexpr u64 inserted(u64 ua, u64 ub, u64 position, u64 length, u32 width) {
    position &= 0xff;
    length &= 0xff;
    const u64 place = position >= width ? 0 : low_bits(length) << position & low_bits(width);
    return (ub & ~place) | (position >= width ? 0 : ua << position & place);
}

using isa::Order;

// Whether a comparison of integers may come out either way.
constexpr bool of_compare(Order order, u64 va, u64 ua, u64 vb, u64 ub, u32 width, bool is_signed) {
    const u64 all = low_bits(width);
    if (((ua | ub) & all) == 0) return false;
    if (order == Order::Equal || order == Order::Unequal) return ((va ^ vb) & ~(ua | ub) & all) == 0;
    const u64 turn = is_signed ? u64{1} << (width - 1) : 0;  // maps signed order to unsigned order
    va ^= turn;
    vb ^= turn;
    const u64 least_a = va & ~ua & all, most_a = (va | ua) & all;
    const u64 least_b = vb & ~ub & all, most_b = (vb | ub) & all;
    if (order == Order::Less || order == Order::GreaterOrEqual)
        return !(most_a < least_b || least_a >= most_b);
    return !(least_a > most_b || most_a <= least_b);
}

}  // namespace simt::check::undefined
