// Each rule against its definition: all values that the undefined bits could have are tried, and the bits of the result that
// change are compared with those that the rule calls undefined.
#include "emulator/check/definedness/undefined_bits.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using undefined::low_bits;
using undefined::Order;

namespace {

// Calls visit(value) for v with each choice of the bits of u.
void each_value(u64 v, u64 u, const std::function<void(u64)>& visit) {
    for (u64 part = u;; part = (part - 1) & u) {
        visit((v & ~u) | part);
        if (part == 0) return;
    }
}

// The bits of f(a, b) that some values of the undefined bits change.
u64 changed(u64 va, u64 ua, u64 vb, u64 ub, const std::function<u64(u64, u64)>& f) {
    const u64 first = f(va, vb);
    u64 bits = 0;
    each_value(va, ua, [&](u64 a) { each_value(vb, ub, [&](u64 b) { bits |= first ^ f(a, b); }); });
    return bits;
}

// For every pair of numbers of `width` bits with every choice of undefined ones.
void each_pair(u32 width, const std::function<void(u64, u64, u64, u64)>& visit) {
    const u64 all = low_bits(width);
    for (u64 va = 0; va <= all; ++va)
        for (u64 ua = 0; ua <= all; ++ua)
            for (u64 vb = 0; vb <= all; ++vb)
                for (u64 ub = 0; ub <= all; ++ub) visit(va, ua, vb, ub);
}

u64 pattern(u64 seed) { return seed * 0x9E37'79B9'7F4A'7C15u ^ seed * 0xD1B5'4A32'D192'ED03u >> 29; }

// The undefined bits of a function that moves each bit to some place, or to several, whatever the others are.
u64 moved(u64 u, u32 width, const std::function<u64(u64)>& f) {
    u64 bits = 0;
    for (u32 k = 0; k < width; ++k)
        if ((u >> k & 1u) != 0) bits |= f(u64{1} << k) ^ f(0);
    return bits;
}

}  // namespace

TEST_CASE("and, or and tables of three: a defined bit that decides alone makes the result defined") {
    each_pair(3, [](u64 va, u64 ua, u64 vb, u64 ub) {
        CHECK_EQ(undefined::of_and(va, ua, vb, ub),
                 changed(va, ua, vb, ub, [](u64 a, u64 b) { return a & b; }));
        CHECK_EQ(undefined::of_or(va, ua, vb, ub),
                 changed(va, ua, vb, ub, [](u64 a, u64 b) { return a | b; }));
    });
    // All tables, all values and undefined bits of three numbers of one bit.
    for (u32 table = 0; table < 256; ++table)
        for (u32 k = 0; k < 64; ++k) {
            const u64 v[3] = {k & 1, k >> 1 & 1, k >> 2 & 1}, u[3] = {k >> 3 & 1, k >> 4 & 1, k >> 5 & 1};
            const auto f = [table](u64 a, u64 b, u64 c) { return table >> (4 * a + 2 * b + c) & 1u; };
            u64 expected = 0;
            each_value(v[2], u[2], [&](u64 c) {
                expected |= changed(v[0], u[0], v[1], u[1], [&](u64 a, u64 b) { return f(a, b, c); }) |
                            (f(v[0], v[1], c) ^ f(v[0], v[1], v[2]));
            });
            CHECK_EQ(undefined::of_lookup(table, v, u), expected);
        }
}

TEST_CASE("comparisons are defined where no undefined bit can turn them") {
    const auto as_signed = [](u64 x) { return static_cast<s64>(x << 61) >> 61; };
    each_pair(3, [&](u64 va, u64 ua, u64 vb, u64 ub) {
        for (const bool is_signed : {false, true})
            for (const Order order : {Order::Equal, Order::Unequal, Order::Less, Order::LessOrEqual,
                                      Order::Greater, Order::GreaterOrEqual}) {
                const auto f = [&](u64 x, u64 y) {
                    const s64 a = is_signed ? as_signed(x) : static_cast<s64>(x);
                    const s64 b = is_signed ? as_signed(y) : static_cast<s64>(y);
                    switch (order) {
                        case Order::Equal:
                            return u64{a == b};
                        case Order::Unequal:
                            return u64{a != b};
                        case Order::Less:
                            return u64{a < b};
                        case Order::LessOrEqual:
                            return u64{a <= b};
                        case Order::Greater:
                            return u64{a > b};
                        default:
                            return u64{a >= b};
                    }
                };
                CHECK_EQ(undefined::of_compare(order, va, ua, vb, ub, 3, is_signed),
                         changed(va, ua, vb, ub, f) != 0);
            }
    });
}

TEST_CASE(
    "sums and products are undefined from the lowest undefined bit on, at least where they can change") {
    each_pair(3, [](u64 va, u64 ua, u64 vb, u64 ub) {
        const u64 bits = undefined::upward(ua | ub, 3);
        CHECK_EQ(changed(va, ua, vb, ub, [](u64 a, u64 b) { return (a + b) & 7; }) & ~bits, 0);
        CHECK_EQ(changed(va, ua, vb, ub, [](u64 a, u64 b) { return (a - b) & 7; }) & ~bits, 0);
        CHECK_EQ(changed(va, ua, vb, ub, [](u64 a, u64 b) { return a * b & 7; }) & ~bits, 0);
    });
    CHECK_EQ(undefined::upward(0x100, 32), 0xffffff00);
    CHECK_EQ(undefined::upward(0, 32), 0);
    CHECK_EQ(undefined::all_if_any(4, 16), 0xffff);
    CHECK_EQ(undefined::all_if_any(0, 16), 0);
}

TEST_CASE("shifts, extensions, fields and permutations take undefined bits along") {
    for (u64 seed = 1; seed < 40; ++seed) {
        const u64 u = pattern(seed) & low_bits(32), ub = pattern(seed + 100) & low_bits(32);
        for (const u64 n : {u64{0}, u64{1}, u64{7}, u64{8}, u64{31}, u64{32}, u64{33}, u64{255}}) {
            CAPTURE(n);
            CHECK_EQ(undefined::shifted_left(u, n, 32), n > 31 ? 0 : u << n & low_bits(32));
            CHECK_EQ(undefined::shifted_right(u, n, 32, false), n > 31 ? 0 : u >> n);
            CHECK_EQ(undefined::shifted_right(u, n, 32, true), moved(u, 32, [n](u64 x) {
                         return static_cast<u32>(static_cast<s32>(x) >> std::min<u64>(n, 31));
                     }));
            for (const bool wraps : {false, true}) {
                const u64 by = wraps ? n & 31 : std::min<u64>(n, 32);
                const u64 both = ub << 32 | u;
                CHECK_EQ(undefined::funnelled(u, ub, n, false, wraps),
                         (by == 32 ? both >> 32 : both >> by) & low_bits(32));
                CHECK_EQ(undefined::funnelled(u, ub, n, true, wraps), moved(both, 64, [by](u64 x) {
                                                                          return by == 32 ? x & low_bits(32)
                                                                                          : x << by >> 32;
                                                                      }) & low_bits(32));
            }
            for (const u64 length : {u64{0}, u64{1}, u64{8}, u64{31}, u64{32}, u64{40}}) {
                CAPTURE(length);
                for (const bool is_signed : {false, true})
                    CHECK_EQ(undefined::extracted(u, n, length, 32, is_signed), moved(u, 32, [&](u64 x) {
                                 const u64 sign = std::min<u64>(n + length - 1, 31);
                                 const bool fill = is_signed && length != 0 && (x >> sign & 1u) != 0;
                                 u64 result = 0;
                                 for (u64 k = 0; k < 32; ++k) {
                                     const bool inside = k < length && n + k < 32;
                                     result |= u64{inside ? (x >> (n + k) & 1u) != 0 : fill} << k;
                                 }
                                 return result;
                             }));
                u64 place = 0;
                for (u64 k = n; k < 32 && k < n + length; ++k) place |= u64{1} << k;
                CHECK_EQ(undefined::inserted(u, ub, n, length, 32),
                         (ub & ~place) | (n < 32 ? u << n & place : 0));
            }
        }
        CHECK_EQ(undefined::extended(u, 16, 64, false), u & 0xffff);
        CHECK_EQ(undefined::extended(u, 16, 64, true),
                 moved(u & 0xffff, 16, [](u64 x) { return static_cast<u64>(s64{static_cast<s16>(x)}); }));
        CHECK_EQ(undefined::extended(u, 32, 8, true), u & 0xff);
        for (const u64 selectors : {0x3210u, 0x7654u, 0x0123u, 0xfed8u, 0x5a1cu})
            CHECK_EQ(undefined::permuted(u, ub, selectors), moved(ub << 32 | u, 64, [&](u64 x) {
                         u64 result = 0;
                         for (u32 k = 0; k < 4; ++k) {
                             const u64 byte = x >> 8 * (selectors >> 4 * k & 7) & 0xff;
                             const bool sign = (selectors >> 4 * k & 8) != 0;
                             result |= (sign ? (byte >> 7) * 0xff : byte) << 8 * k;
                         }
                         return result;
                     }));
    }
}
