// Rounding in a chosen direction, without touching the processor's rounding mode.
//
// A single-precision operation is done in double and rounded "to odd": if anything was lost, the double's last bit is
// set. Then the double is rounded to a float in the wanted direction. The outcome is the exact result rounded once,
// because a double has at least two bits more than twice a float's precision. (Boldo and Melquiond, Emulation of FMA and
// correctly rounded sums: proved algorithms using rounding to odd, 2008.) All of it vectorises.
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

// The neighbouring float away from zero, or towards zero. towards_zero does not work for zero itself.
inline float away_from_zero(float a) { return float_of(bits_of(a) + 1); }
inline float towards_zero(float a) { return float_of(bits_of(a) - 1); }

// Rounds a double to a float: first to nearest, then one float further if that went the wrong way.
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

// Rounds the exact sum value + error to a double in the direction kRound. |error| must be at most half a unit in value's
// last place. A NaN error, which comes from infinities, leaves value as it is.
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

// The same, rounded to odd: if error is not 0, the result is the one of the two neighbouring doubles whose last bit is
// set.
inline double to_odd(double value, double error) {
    const u64 bits = bits_of(value);
    const bool outwards = (error > 0) == (value > 0);
    const bool even = (bits & 1u) == 0;
    const bool inexact = error > 0 || error < 0;
    return double_of(inexact && even ? (outwards ? bits + 1 : bits - 1) : bits);
}

// a + b rounded to odd. Knuth's two-sum gives the error of the double sum.
inline double odd_sum(double a, double b) {
    const double sum = a + b;
    const double from_b = sum - a;
    return to_odd(sum, (a - (sum - from_b)) + (b - from_b));
}

// a * b + c, a / b and the square root of a, rounded to odd, for operands that are floats. The remainder a - q b shows on
// which side of the double q the exact quotient lies; the root's remainder does the same.
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

// Applies .ftz to the float `rounded`; `exact` is the same result as a double rounded to odd. The result becomes zero if
// it is subnormal when rounded as if exponents had no lower limit. A float that only that limit raised to the smallest
// normal number becomes zero too. The test scales by 2^64, which changes no bit of the significand.
template <Round kRound>
float flush_tiny(float rounded, double exact) {
    const float unlimited = narrow<kRound>(exact * 0x1p64);
    return __builtin_fabsf(unlimited) < 0x1p-62f ? float_of(bits_of(rounded) & kSign) : flush(rounded);
}

// A 64-bit integer as the sum of the nearest double and a small error.
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

// An integer as a double: rounded in a direction, or to odd, so that it can be rounded again to fewer bits.
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

// Rounds to an integral value: .rni .rzi .rmi .rpi.
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

// Converts an integral double to the integer type To, clamped to its range. From is the type before rounding. NaN becomes
// zero or, if To or From is 64 bits wide, the number with only the top bit set (PTX ISA 9.0, cvt).
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
