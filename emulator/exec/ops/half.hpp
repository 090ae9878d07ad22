// The two 16-bit formats, f16 and bf16: conversions to and from wider ones.
//
// Every source is first a double, exact or rounded to odd (rounding.hpp). So one function can round it to either format
// in any direction.
#pragma once

#include "emulator/exec/ops/rounding.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// kPrecision: bits of the significand, the hidden one included. kMinExponent: of the smallest normal number.
struct F16 {
    static constexpr int kPrecision = 11, kMinExponent = -14;
    static constexpr u32 kInfinity = 0x7c00;
};
struct Bf16 {
    static constexpr int kPrecision = 8, kMinExponent = -126;
    static constexpr u32 kInfinity = 0x7f80;
};
constexpr u16 kHalfNan = 0x7fff;  // of both formats

// The format of an opcode's last type, or of one before it.
template <Name name, int before = 0>
using HalfFormat = std::conditional_t<isa::type_from_end(name, before).starts_with('b'), Bf16, F16>;

inline double power_of_two(int exponent) { return double_of(static_cast<u64>(exponent + 1023) << 52); }

// Rounds the magnitude to a whole number of units in the last place. If that number reaches the next power of two, the
// addition of `steps` carries into the exponent by itself.
template <class Format, Round kRound>
u16 encode(double a) {
    const double magnitude = __builtin_fabs(a);
    const bool negative = (bits_of(a) & kSign64) != 0;
    const int own_exponent = static_cast<int>(bits_of(magnitude) >> 52) - 1023;
    const int exponent = own_exponent < Format::kMinExponent ? Format::kMinExponent : own_exponent;
    const double units = magnitude * power_of_two(Format::kPrecision - 1 - exponent);
    const bool outwards = kRound == Round::kUp ? !negative : kRound == Round::kDown ? negative : false;
    const double rounded = kRound == Round::kNearest ? to_integral<Round::kNearest>(units)
                           : outwards                ? to_integral<Round::kUp>(units)
                                                     : to_integral<Round::kZero>(units);
    const u32 sign = negative ? 0x8000u : 0u;
    if (a != a) return kHalfNan;
    if (magnitude == __builtin_inf()) return static_cast<u16>(sign | Format::kInfinity);
    const u32 steps = static_cast<u32>(exponent - Format::kMinExponent) << (Format::kPrecision - 1);
    const u32 bits = static_cast<u32>(rounded) + steps;
    const u32 limit = kRound == Round::kNearest || outwards ? Format::kInfinity : Format::kInfinity - 1;
    return static_cast<u16>(sign | (bits < limit ? bits : limit));
}

template <class Format>
float decode(u16 a) {
    if constexpr (Format::kPrecision == Bf16::kPrecision) {
        return float_of(static_cast<u32>(a) << 16);
    } else {
        const u32 sign = static_cast<u32>(a & 0x8000u) << 16;
        const u32 magnitude = a & 0x7fffu;
        const float subnormal = static_cast<float>(static_cast<s32>(magnitude)) * 0x1p-24f;
        const u32 exponent_shift = magnitude >= 0x7c00u ? 0x70000000u : 0x38000000u;
        const float number = magnitude < 0x0400u ? subnormal : float_of((magnitude << 13) + exponent_shift);
        return float_of(bits_of(number) | sign);
    }
}

template <class Format>
constexpr u32 kSmallestNormalHalf = 1u << (Format::kPrecision - 1);

// An operand as the instruction reads it: with .ftz, a subnormal number is zero.
template <class Format, unsigned kModifiers>
u16 half_operand(u16 a) {
    const bool tiny = (a & 0x7fffu) < kSmallestNormalHalf<Format>;
    return (kModifiers & kFtz) != 0 && tiny ? static_cast<u16>(a & 0x8000u) : a;
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
