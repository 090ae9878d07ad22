// Rules that PTX floating-point instructions share: canonical NaNs, .ftz and .sat.
//
// A single-precision result that is NaN is always 0x7fffffff; a double-precision one is an operand's NaN, made quiet.
// .ftz turns subnormal operands and results into zeros of their sign. .sat clamps to [0, 1] and turns NaN into +0.
// PTX ISA 9.0, section 9.7.3.
#pragma once

#include "emulator/exec/lanes.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// Modifiers of an instruction, combined with |. .relu makes negative results zero; .satfinite turns infinities and
// overflows into the largest number.
constexpr unsigned kPlain = 0, kFtz = 1, kSat = 2, kRelu = 4, kFinite = 8;
constexpr unsigned modifiers(const Name& name) {
    return (name.has("ftz") ? kFtz : 0) | (name.has("sat") ? kSat : 0) | (name.has("relu") ? kRelu : 0) |
           (name.has("satfinite") ? kFinite : 0);
}

constexpr u32 bits_of(float a) { return __builtin_bit_cast(u32, a); }
constexpr u64 bits_of(double a) { return __builtin_bit_cast(u64, a); }
inline float float_of(u32 bits) { return __builtin_bit_cast(float, bits); }
inline double double_of(u64 bits) { return __builtin_bit_cast(double, bits); }

constexpr u32 kSign = 0x80000000u;
constexpr u32 kSmallestNormal = 0x00800000u;
constexpr u32 kCanonicalNan = 0x7fffffffu;

constexpr u64 kSign64 = 0x8000000000000000u;
constexpr u64 kNan64 = 0xfff8000000000000u;  // a double NaN that no operand brought: infinity - infinity

inline float canonical(float a) { return a != a ? float_of(kCanonicalNan) : a; }

// Works on the bits, so a signalling NaN passes unchanged.
inline float flush(float a) {
    const u32 bits = bits_of(a);
    return float_of((bits & ~kSign) < kSmallestNormal ? bits & kSign : bits);
}

// Sets a NaN's quiet bit. Double results keep an operand's NaN otherwise; they have no canonical one.
inline double quiet(double a) { return double_of(bits_of(a) | 0x0008000000000000u); }

// If an operand is NaN, so is the result: the same NaN, made quiet. Which one if several are NaN depends on the
// instruction; we found that out by running every row on a GPU.

// The result of operands that are numbers. If it is NaN (infinity minus infinity), it always has the same bits.
inline double of_numbers(double result) { return result != result ? double_of(kNan64) : result; }

// `otherwise` unless the operand is NaN. A chain of such choices has no branches, so it vectorises.
inline double prefer_nan(double operand, double otherwise) {
    return operand != operand ? operand : otherwise;
}
inline double made_quiet(double a) { return a != a ? quiet(a) : a; }
inline double fma(double a, double b, double c) {
    const double result = of_numbers(__builtin_fma(a, b, c));
    return made_quiet(prefer_nan(b, prefer_nan(c, prefer_nan(a, result))));
}

inline float saturate(float a) {
    const float positive = a > 0.0f ? a : 0.0f;  // NaN and -0 become +0
    return positive < 1.0f ? positive : 1.0f;
}
inline double saturate(double a) {
    const double positive = a > 0.0 ? a : 0.0;
    return positive < 1.0 ? positive : 1.0;
}

// An operand as the instruction reads it, and a result as the instruction returns it.
template <unsigned kModifiers>
float operand(float a) {
    if constexpr ((kModifiers & kFtz) != 0)
        return flush(a);
    else
        return a;
}
template <unsigned kModifiers>
float result(float a) {
    if constexpr ((kModifiers & kFtz) != 0) a = flush(a);
    if constexpr ((kModifiers & kSat) != 0)
        return saturate(a);
    else
        return canonical(a);
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
