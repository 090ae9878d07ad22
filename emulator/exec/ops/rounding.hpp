// Rounding in a chosen direction, without touching the processor's rounding mode.
//
// A double has more than twice the precision of a float plus two bits. So a single-precision operation can be done in
// double and rounded "to odd" (the last bit is set if anything was lost). Rounding that again in any direction gives
// the exact result rounded once. (Boldo and Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd, 2008.) All of it vectorises.
#pragma once

#include <limits>

#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

enum class Round { kNearest, kZero, kDown, kUp };
constexpr Round rounding(const Name& name) {
    return name.has("rz") || name.has("rzi")   ? Round::kZero
           : name.has("rm") || name.has("rmi") ? Round::kDown
           : name.has("rp") || name.has("rpi") ? Round::kUp
                                               : Round::kNearest;
}

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

template <class T>
constexpr T kTopBit = static_cast<T>(u64{1} << (8 * sizeof(T) - 1));
template <class T>
constexpr T kLowest = std::numeric_limits<T>::min();
template <class T>
constexpr T kHighest = std::numeric_limits<T>::max();

// Clamps a double that is an integer to To's range. NaN becomes zero, or only the top bit if To or From, the type
// before rounding, is 64 bits wide (PTX ISA 9.0, cvt).
template <class To, class From>
To clamp_to_integer(double a) {
    constexpr To kOfNan = sizeof(To) == 8 || sizeof(From) == 8 ? kTopBit<To> : To{0};
    if constexpr (sizeof(To) < 8) {
        constexpr double kLow = kLowest<To>, kHigh = kHighest<To>;
        const double above = a > kLow ? a : kLow;  // NaN becomes kLow
        const double inside = above < kHigh ? above : kHigh;
        const To converted = static_cast<To>(inside);
        return a != a ? kOfNan : converted;
    } else {
        constexpr double kLow = static_cast<double>(kLowest<To>), kPastHigh = kLow == 0 ? 0x1p64 : 0x1p63;
        if (a != a) return kOfNan;
        return a >= kPastHigh ? kHighest<To> : a < kLow ? kLowest<To> : static_cast<To>(a);
    }
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
