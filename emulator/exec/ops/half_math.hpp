// Arithmetic in the two 16-bit formats: operands to double, results rounded once.
//
// A double holds the product of two halves exactly and any other result rounded to odd (rounding.hpp). The double is
// narrowed to a float, again to odd, and then rounded to nearest on the float's bits. Every step vectorises, and the
// outcome is the exact result rounded once. NaN results are 0x7fff in both formats. Used by half_arithmetic.cpp.
#pragma once

#include "emulator/exec/ops/half.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// Another modifier, besides kFtz and kSat: negative results become zero.
constexpr unsigned kRelu = 4;

// A double rounded to odd becomes a float rounded to odd. It never rounds to infinity: past the largest float the
// result is that float.
inline float narrow_to_odd(double a) {
    const float nearest = static_cast<float>(a);
    const double back = nearest;
    const u32 bits = bits_of(nearest);
    const bool too_far = a < 0 ? back < a : back > a;
    const u32 truncated = too_far ? bits - 1 : bits;
    return float_of(back == a || a != a ? bits : truncated | 1u);
}

// To nearest, ties to even. A float's own bits carry into the exponent. For f16's subnormals the value is the low end
// of a sum with 0.5, whose last place is 2^-24.
template <class Format>
u16 nearest_half(float a) {
    const u32 bits = bits_of(a);
    const u32 sign = bits >> 16 & 0x8000u;
    const u32 magnitude = bits & ~kSign;
    constexpr int kDropped = 24 - Format::kPrecision;
    constexpr u32 kRebias = Format::kPrecision == 11 ? 0x38000000u : 0u;
    constexpr u32 kOverflow = Format::kPrecision == 11 ? 0x47800000u : 0x7f800000u;
    const u32 odd = magnitude >> kDropped & 1u;
    u32 rounded = (magnitude - kRebias + ((1u << (kDropped - 1)) - 1) + odd) >> kDropped;
    if constexpr (Format::kPrecision == 11) {
        const u32 subnormal = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000u;
        rounded = magnitude < 0x38800000u ? subnormal : rounded;
    }
    const u32 number = magnitude >= kOverflow ? Format::kInfinity : rounded;
    return static_cast<u16>(magnitude > 0x7f800000u ? kHalfNan : sign | number);
}

template <class Format>
constexpr u32 kOneHalf = Format::kPrecision == 11 ? 0x3c00u : 0x3f80u;
template <class Format>
constexpr u32 kSmallestNormalHalf = 1u << (Format::kPrecision - 1);

template <class Format, unsigned kModifiers>
double half_operand(u16 a) {
    const bool tiny = (a & 0x7fffu) < kSmallestNormalHalf<Format>;
    return decode<Format>((kModifiers & kFtz) != 0 && tiny ? static_cast<u16>(a & 0x8000u) : a);
}

// .ftz applies to the result as if exponents had no lower limit. A result that then rounds up to the smallest normal
// number, half a place below it, is kept.
template <class Format, unsigned kModifiers>
u16 half_result(double exact) {
    u32 bits = nearest_half<Format>(narrow_to_odd(exact));
    if constexpr ((kModifiers & kFtz) != 0) {
        constexpr double kLimit = 0x1p-14 - 0x1p-26;
        static_assert(Format::kPrecision == 11);
        bits = __builtin_fabs(exact) < kLimit ? bits & 0x8000u : bits;
    }
    const bool negative = (bits & 0x8000u) != 0;
    if constexpr ((kModifiers & kSat) != 0) {
        const u32 positive = negative || bits > Format::kInfinity ? 0u : bits;
        bits = positive > kOneHalf<Format> ? kOneHalf<Format> : positive;
    }
    if constexpr ((kModifiers & kRelu) != 0) bits = negative ? 0u : bits;
    return static_cast<u16>(bits);
}

// F on the low halves and on the high halves.
template <auto F, class... A>
u32 on_halves(A... a) {
    const u16 low = F(static_cast<u16>(a)...);
    const u16 high = F(static_cast<u16>(a >> 16)...);
    return static_cast<u32>(high) << 16 | low;
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
