// Rounding in a chosen direction, without touching the processor's rounding mode.
//
// A double has more than twice the precision of a float plus two bits. So a single-precision operation can be done in
// double and rounded "to odd" (the last bit is set if anything was lost). Rounding that again in any direction gives
// the exact result rounded once. (Boldo and Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd, 2008.) All of it vectorises.
#pragma once

#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

enum class Round { kNearest, kZero, kDown, kUp };  // .rn .rz .rm .rp

// The next number away from zero, or towards zero. Zero itself has no next number towards zero.
inline float away_from_zero(float a) { return float_of(bits_of(a) + 1); }
inline float towards_zero(float a) { return float_of(bits_of(a) - 1); }

// A double rounded to a float. Rounds to nearest, compares, and corrects by one place.
template <Round kRound>
float narrow(double a) {
    const float nearest = static_cast<float>(a);
    const double back = nearest;
    const bool negative = (bits_of(nearest) & kSign) != 0;
    if constexpr (kRound == Round::kZero) {
        return (a < 0 ? back < a : back > a) ? towards_zero(nearest) : nearest;
    } else if constexpr (kRound == Round::kDown) {
        const float below = negative ? away_from_zero(nearest) : towards_zero(nearest);
        return back > a ? below : nearest;
    } else if constexpr (kRound == Round::kUp) {
        const float above = negative ? towards_zero(nearest) : away_from_zero(nearest);
        return back < a ? above : nearest;
    } else {
        return nearest;
    }
}

// value + error, rounded in a direction; |error| is at most half a unit in the last place of value. A NaN error (from
// infinities) corrects nothing.
template <Round kRound>
double adjust(double value, double error) {
    const u64 bits = bits_of(value);
    const bool outwards = (error > 0) == (value > 0);
    bool wrong = false;
    if constexpr (kRound == Round::kZero) wrong = !outwards;
    if constexpr (kRound == Round::kDown) wrong = error < 0;
    if constexpr (kRound == Round::kUp) wrong = error > 0;
    wrong = wrong && (error > 0 || error < 0);
    return double_of(wrong ? (outwards ? bits + 1 : bits - 1) : bits);
}

// value + error rounded to odd.
inline double to_odd(double value, double error) {
    const u64 bits = bits_of(value);
    const bool outwards = (error > 0) == (value > 0);
    const bool even = (bits & 1u) == 0;
    const bool inexact = error > 0 || error < 0;
    return double_of(inexact && even ? (outwards ? bits + 1 : bits - 1) : bits);
}

// a + b rounded to odd (Knuth's two-sum gives the error).
inline double odd_sum(double a, double b) {
    const double sum = a + b;
    const double from_b = sum - a;
    return to_odd(sum, (a - (sum - from_b)) + (b - from_b));
}

// The exact results of float operations as doubles rounded to odd. The sign of the remainder a - q b tells on which
// side of the double q the quotient lies.
inline double odd_fma(double a, double b, double c) { return odd_sum(a * b, c); }
inline double odd_quotient(double a, double b) {
    const double quotient = a / b;
    const double remainder = __builtin_fma(-quotient, b, a);
    return to_odd(quotient, b < 0 ? -remainder : remainder);
}
inline double odd_root(double a) {
    const double root = __builtin_sqrt(a);
    return to_odd(root, __builtin_fma(-root, root, a));
}

// Applies .ftz to a rounded result: zero if it would be subnormal when rounded without a lower limit for exponents,
// even if the limit raised it to the smallest normal number. Scaling by a power of two keeps a double odd.
template <Round kRound>
float flush_tiny(float rounded, double exact) {
    const float unlimited = narrow<kRound>(exact * 0x1p64);
    return __builtin_fabsf(unlimited) < 0x1p-62f ? float_of(bits_of(rounded) & kSign) : flush(rounded);
}

// A 64-bit integer as the nearest double and the difference.
struct Split {
    double value, error;
};
inline Split split(double high, u32 low) {
    const double scaled = high * 4294967296.0;
    const double value = scaled + static_cast<double>(low);
    return {value, static_cast<double>(low) - (value - scaled)};
}
inline Split split(u64 a) {
    return split(static_cast<double>(static_cast<u32>(a >> 32)), static_cast<u32>(a));
}
inline Split split(s64 a) {
    return split(static_cast<double>(static_cast<s32>(a >> 32)), static_cast<u32>(a));
}

// An integer as a rounded double, and as a double that can be rounded again to fewer bits.
template <Round kRound, class T>
double integer_to_double(T a) {
    if constexpr (sizeof(T) < 8) {
        return static_cast<double>(a);
    } else {
        const Split parts = split(a);
        return adjust<kRound>(parts.value, parts.error);
    }
}
template <class T>
double integer_to_odd(T a) {
    if constexpr (sizeof(T) < 8) {
        return static_cast<double>(a);
    } else {
        const Split parts = split(a);
        return to_odd(parts.value, parts.error);
    }
}

// .rni .rzi .rmi .rpi
template <Round kRound, class T>
T to_integral(T a) {
    constexpr bool kSingle = sizeof(T) == 4;
    if constexpr (kRound == Round::kNearest)
        return kSingle ? __builtin_nearbyintf(a) : __builtin_nearbyint(a);
    if constexpr (kRound == Round::kZero) return kSingle ? __builtin_truncf(a) : __builtin_trunc(a);
    if constexpr (kRound == Round::kDown) return kSingle ? __builtin_floorf(a) : __builtin_floor(a);
    if constexpr (kRound == Round::kUp) return kSingle ? __builtin_ceilf(a) : __builtin_ceil(a);
}

// The limits of an integer type, in that type.
template <class T>
constexpr bool kIsSigned = static_cast<T>(-1) < static_cast<T>(0);
template <class T>
constexpr T kTopBit = static_cast<T>(u64{1} << (8 * sizeof(T) - 1));
template <class T>
constexpr T kLowest = kIsSigned<T> ? kTopBit<T> : T{0};
template <class T>
constexpr T kHighest = static_cast<T>(~kLowest<T>);

// A double that is an integer, clamped to T's range; NaN becomes `nan`.
template <class T>
T clamp_to_integer(double a, T nan) {
    if constexpr (sizeof(T) < 8) {
        constexpr double kLow = kLowest<T>, kHigh = kHighest<T>;
        const double above = a > kLow ? a : kLow;  // NaN becomes kLow
        const double inside = above < kHigh ? above : kHigh;
        const T converted = static_cast<T>(inside);
        return a != a ? nan : converted;
    } else {
        constexpr double kPastHigh = kIsSigned<T> ? 0x1p63 : 0x1p64;
        constexpr double kLow = kIsSigned<T> ? -0x1p63 : 0.0;
        if (a != a) return nan;
        return a >= kPastHigh ? kHighest<T> : a < kLow ? kLowest<T> : static_cast<T>(a);
    }
}

// The integer for NaN: zero, or only the top bit if either side is 64 bits wide (PTX ISA 9.0, cvt).
template <class T, class From>
constexpr T kIntegerOfNan = sizeof(T) == 8 || sizeof(From) == 8 ? kTopBit<T> : T{0};

// 16-bit registers hold 8-bit values.
template <class T>
struct Register {
    using Type = T;
};
template <>
struct Register<u8> {
    using Type = u16;
};
template <>
struct Register<s8> {
    using Type = s16;
};
template <class T>
using Held = typename Register<T>::Type;

}  // namespace
}  // namespace simt::exec::SIMT_ISA
