// cvt from and to f16 and bf16, which are held in 16-bit registers, two of them in a 32-bit one for f16x2 and bf16x2.
//
// PTX ISA 9.0, section 9.7.9 (cvt). Every source is exact in double or rounded to odd there (rounding.hpp), so that one
// function rounds to either format in any direction. A NaN from a float is always
// 0x7fff.
#include "common/simt/exec/ops/rounding.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// A 16-bit format: bits of precision (the hidden one included) and the exponent of the smallest normal number.
struct F16 {
    static constexpr int kPrecision = 11, kMinExponent = -14;
    static constexpr u32 kInfinity = 0x7c00;
};
struct Bf16 {
    static constexpr int kPrecision = 8, kMinExponent = -126;
    static constexpr u32 kInfinity = 0x7f80;
};
constexpr u16 kHalfNan = 0x7fff;

inline double power_of_two(int exponent) { return double_of(static_cast<u64>(exponent + 1023) << 52); }

// Counts the units in the last place that the magnitude is worth. A number of units that reaches the next power of two
// carries into the exponent by itself.
template <class Format, Round kRound>
u16 encode(double a) {
    const double magnitude = __builtin_fabs(a);
    const bool negative = (bits_of(a) >> 63) != 0;
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

// Signs and NaNs as .relu wants them: negative numbers become zero.
inline double relu(double a) { return a < 0 ? 0.0 : a == 0 ? 0.0 : a; }

template <class Format, Round kRound, unsigned kModifiers>
u16 from_float(float a) {
    const double value = operand<kModifiers & kFtz>(a);
    return encode<Format, kRound>((kModifiers & kSat) != 0 ? saturate(value) : value);
}
template <class Format, Round kRound>
u16 from_float_relu(float a) {
    return encode<Format, kRound>(relu(a));
}
// A NaN keeps its sign and the upper part of its payload, made quiet.
template <class Format, Round kRound>
u16 from_double(double a) {
    const u64 bits = bits_of(quiet(a));
    const u64 mantissa = (bits & 0x000fffffffffffffu) >> (53 - Format::kPrecision);
    const u16 nan = static_cast<u16>((bits >> 48 & 0x8000u) | Format::kInfinity | mantissa);
    return a != a ? nan : encode<Format, kRound>(a);
}
template <class Format, Round kRound, class From>
u16 from_integer(Held<From> a) {
    return encode<Format, kRound>(integer_to_odd(static_cast<From>(a)));
}

// The first source goes to the upper half.
template <class Format, Round kRound>
u32 pack(float high, float low) {
    return static_cast<u32>(encode<Format, kRound>(high)) << 16 | encode<Format, kRound>(low);
}
template <class Format, Round kRound>
u32 pack_relu(float high, float low) {
    return pack<Format, kRound>(static_cast<float>(relu(high)), static_cast<float>(relu(low)));
}

template <class Format, unsigned kModifiers>
float to_float(u16 a) {
    return result<kModifiers>(decode<Format>(a));
}
float bf16_to_float(u16 a) { return decode<Bf16>(a); }  // a shift: a NaN passes as it is
template <class Format>
double to_double(u16 a) {
    return decode<Format>(a);
}
template <class Format, Round kRound, class To>
Held<To> to_integer(u16 a) {
    const double integral = to_integral<kRound>(static_cast<double>(decode<Format>(a)));
    return clamp_to_integer<To>(integral, kIntegerOfNan<To, u16>);
}
template <class Format, Round kRound>
u16 to_half_integral(u16 a) {
    return encode<Format, Round::kNearest>(to_integral<kRound>(decode<Format>(a)));
}
template <class To, class From, Round kRound>
u16 half_to_half(u16 a) {
    return encode<To, kRound>(decode<From>(a));
}

#define INTEGER(half, Format, irnd, frnd, kRound, type, T)                       \
    make_rare_row<to_integer<Format, kRound, T>>("cvt." irnd "." type "." half), \
        make_rare_row<from_integer<Format, kRound, T>>("cvt." frnd "." half "." type)
#define SAT(irnd, kRound, type, T) make_rare_row<to_integer<F16, kRound, T>>("cvt." irnd ".sat." type ".f16")
#define ROUND_ROWS(half, Format, irnd, frnd, kRound)                                    \
    INTEGER(half, Format, irnd, frnd, kRound, "u16", u16),                              \
        INTEGER(half, Format, irnd, frnd, kRound, "u32", u32),                          \
        INTEGER(half, Format, irnd, frnd, kRound, "u64", u64),                          \
        INTEGER(half, Format, irnd, frnd, kRound, "s16", s16),                          \
        INTEGER(half, Format, irnd, frnd, kRound, "s32", s32),                          \
        INTEGER(half, Format, irnd, frnd, kRound, "s64", s64),                          \
        make_rare_row<from_float<Format, kRound, kPlain>>("cvt." frnd "." half ".f32"), \
        make_rare_row<from_double<Format, kRound>>("cvt." frnd "." half ".f64"),        \
        make_rare_row<to_half_integral<Format, kRound>>("cvt." irnd "." half "." half)
// f16 alone has 8-bit integers and .sat.
#define F16_ROWS(irnd, frnd, kRound)                                                                 \
    ROUND_ROWS("f16", F16, irnd, frnd, kRound), INTEGER("f16", F16, irnd, frnd, kRound, "u8", u8),   \
        INTEGER("f16", F16, irnd, frnd, kRound, "s8", s8), SAT(irnd, kRound, "u8", u8),              \
        SAT(irnd, kRound, "u16", u16), SAT(irnd, kRound, "u32", u32), SAT(irnd, kRound, "u64", u64), \
        SAT(irnd, kRound, "s8", s8), SAT(irnd, kRound, "s16", s16), SAT(irnd, kRound, "s32", s32),   \
        SAT(irnd, kRound, "s64", s64)
#define FORMAT_ROWS(half, Format)                                                         \
    make_rare_row<from_float_relu<Format, Round::kNearest>>("cvt.rn.relu." half ".f32"),  \
        make_rare_row<from_float_relu<Format, Round::kZero>>("cvt.rz.relu." half ".f32"), \
        make_rare_row<pack<Format, Round::kNearest>>("cvt.rn." half "x2.f32"),            \
        make_rare_row<pack<Format, Round::kZero>>("cvt.rz." half "x2.f32"),               \
        make_rare_row<pack_relu<Format, Round::kNearest>>("cvt.rn.relu." half "x2.f32"),  \
        make_rare_row<pack_relu<Format, Round::kZero>>("cvt.rz.relu." half "x2.f32"),     \
        make_rare_row<to_float<Format, kFtz>>("cvt.ftz.f32." half),                       \
        make_rare_row<to_double<Format>>("cvt.f64." half)

constexpr Row kRows[] = {
    F16_ROWS("rni", "rn", Round::kNearest),
    F16_ROWS("rzi", "rz", Round::kZero),
    F16_ROWS("rmi", "rm", Round::kDown),
    F16_ROWS("rpi", "rp", Round::kUp),
    ROUND_ROWS("bf16", Bf16, "rni", "rn", Round::kNearest),
    ROUND_ROWS("bf16", Bf16, "rzi", "rz", Round::kZero),
    ROUND_ROWS("bf16", Bf16, "rmi", "rm", Round::kDown),
    ROUND_ROWS("bf16", Bf16, "rpi", "rp", Round::kUp),
    FORMAT_ROWS("f16", F16),
    FORMAT_ROWS("bf16", Bf16),
    make_rare_row<from_float<F16, Round::kNearest, kFtz>>("cvt.rn.ftz.f16.f32"),
    make_rare_row<from_float<F16, Round::kNearest, kSat>>("cvt.rn.sat.f16.f32"),
    make_rare_row<from_float<F16, Round::kNearest, kFtz | kSat>>("cvt.rn.ftz.sat.f16.f32"),
    make_rare_row<to_float<F16, kSat>>("cvt.sat.f32.f16"),
    make_row<to_float<F16, kPlain>>("cvt.f32.f16"),
    make_row<bf16_to_float>("cvt.f32.bf16"),
    make_rare_row<half_to_half<Bf16, F16, Round::kNearest>>("cvt.rn.bf16.f16"),
    make_rare_row<half_to_half<F16, Bf16, Round::kNearest>>("cvt.rn.f16.bf16"),
};

}  // namespace

std::span<const Row> convert_half_rows() { return kRows; }

}  // namespace simt::exec::SIMT_ISA
