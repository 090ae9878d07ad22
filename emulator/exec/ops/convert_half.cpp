// cvt between f16, bf16, tf32 and the wider floating-point formats.
//
// PTX ISA 9.0, section 9.7.9 (cvt). 16-bit registers hold f16 and bf16. 32-bit registers hold f16x2 and bf16x2, with
// the first source in the upper half. tf32 is a float whose last 13 bits are zero.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// Another modifier: negative numbers become zero; infinities and overflows become the largest number.
constexpr unsigned kRelu = 4;
constexpr unsigned kFinite = 8;

// In conversions to f16 .ftz is allowed but does nothing on a GPU: a subnormal float still rounds up.
template <class Format, Round kRound, unsigned kModifiers>
u16 from_float(float a) {
    constexpr bool kIsF16 = Format::kPrecision == F16::kPrecision;
    const double value = operand < kIsF16 ? kPlain : kModifiers & kFtz > (a);
    const double positive = (kModifiers & kRelu) != 0 && value <= 0 ? 0.0 : value;
    const u16 bits = encode<Format, kRound>((kModifiers & kSat) != 0 ? saturate(positive) : positive);
    const bool is_infinite = (bits & 0x7fffu) == Format::kInfinity;
    return (kModifiers & kFinite) != 0 && is_infinite ? static_cast<u16>(bits - 1) : bits;
}

// A NaN keeps its sign and the upper part of its payload, made quiet.
template <class Format, Round kRound>
u16 from_double(double a) {
    const u64 bits = bits_of(quiet(a));
    const u64 mantissa = (bits & 0x000fffffffffffffu) >> (53 - Format::kPrecision);
    const u16 nan = static_cast<u16>((bits >> 48 & 0x8000u) | Format::kInfinity | mantissa);
    return a != a ? nan : encode<Format, kRound>(a);
}
template <Round kRound>
u16 from_double_sat(double a) {
    return encode<F16, kRound>(saturate(a));
}

template <class Format, Round kRound, unsigned kModifiers>
u32 pack(float high, float low) {
    return static_cast<u32>(from_float<Format, kRound, kModifiers>(high)) << 16 |
           from_float<Format, kRound, kModifiers>(low);
}

template <unsigned kModifiers>
float f16_to_float(u16 a) {
    return result<kModifiers>(decode<F16>(a));
}
double f16_to_double(u16 a) { return decode<F16>(a); }
double f16_to_double_sat(u16 a) { return saturate(static_cast<double>(decode<F16>(a))); }

// A shift: a NaN passes unchanged, unless .ftz examines the float.
float bf16_to_float(u16 a) { return decode<Bf16>(a); }
float bf16_to_float_ftz(u16 a) { return result<kFtz>(decode<Bf16>(a)); }
double bf16_to_double(u16 a) { return decode<Bf16>(a); }

template <class To, class From, Round kRound>
u16 half_to_half(u16 a) {
    return encode<To, kRound>(decode<From>(a));
}
template <class Format, Round kRound>
u16 to_half_integral(u16 a) {
    return encode<Format, Round::kNearest>(to_integral<kRound>(decode<Format>(a)));
}
template <Round kRound>
u16 to_half_integral_sat(u16 a) {
    return encode<F16, Round::kNearest>(saturate(static_cast<double>(to_integral<kRound>(decode<F16>(a)))));
}
template <class Format>
u16 same_half(u16 a) {
    return (a & 0x7fffu) > Format::kInfinity ? kHalfNan : a;
}
u16 f16_sat(u16 a) { return encode<F16, Round::kNearest>(saturate(static_cast<double>(decode<F16>(a)))); }

// Keeps 10 bits of mantissa. Half way between neighbours it rounds up in magnitude. The 13 bits below become zero,
// also for a NaN.
u32 float_to_tf32(float a) {
    const u32 bits = bits_of(a);
    return ((bits & ~kSign) < 0x7f800000u ? bits + 0x1000u : bits) & 0xffffe000u;
}

#define FROM_FLOAT(half, Format, round, kRound, modifiers, kModifiers) \
    bind_rare<from_float<Format, kRound, kModifiers>>("cvt." round modifiers "." half ".f32")
#define ROUND_ROWS(half, Format, irnd, frnd, kRound)                         \
    FROM_FLOAT(half, Format, frnd, kRound, "", kPlain),                      \
        FROM_FLOAT(half, Format, frnd, kRound, ".ftz", kFtz),                \
        bind_rare<from_double<Format, kRound>>("cvt." frnd "." half ".f64"), \
        bind_rare<to_half_integral<Format, kRound>>("cvt." irnd "." half "." half)
#define F16_ROWS(irnd, frnd, kRound)                                                                \
    ROUND_ROWS("f16", F16, irnd, frnd, kRound), FROM_FLOAT("f16", F16, frnd, kRound, ".sat", kSat), \
        FROM_FLOAT("f16", F16, frnd, kRound, ".ftz.sat", kFtz | kSat),                              \
        bind_rare<from_double_sat<kRound>>("cvt." frnd ".sat.f16.f64"),                             \
        bind_rare<to_half_integral_sat<kRound>>("cvt." irnd ".sat.f16.f16")
#define BF16_ROWS(irnd, frnd, kRound)                                        \
    ROUND_ROWS("bf16", Bf16, irnd, frnd, kRound),                            \
        bind_rare<half_to_half<Bf16, F16, kRound>>("cvt." frnd ".bf16.f16"), \
        bind_rare<half_to_half<F16, Bf16, kRound>>("cvt." frnd ".f16.bf16"), \
        bind_rare<bf16_to_float>("cvt." frnd ".f32.bf16"),                   \
        bind_rare<bf16_to_float_ftz>("cvt." frnd ".ftz.f32.bf16"),           \
        bind_rare<bf16_to_double>("cvt." frnd ".f64.bf16")

// The forms that round only to nearest or towards zero, single and packed.
#define ONE_AND_TWO(half, Format, round, kRound, modifiers, kModifiers) \
    FROM_FLOAT(half, Format, round, kRound, modifiers, kModifiers),     \
        bind_rare<pack<Format, kRound, kModifiers>>("cvt." round modifiers "." half "x2.f32")
#define PACKED_ROWS(half, Format, round, kRound)                                      \
    bind_rare<pack<Format, kRound, kPlain>>("cvt." round "." half "x2.f32"),          \
        ONE_AND_TWO(half, Format, round, kRound, ".relu", kRelu),                     \
        ONE_AND_TWO(half, Format, round, kRound, ".satfinite", kFinite),              \
        ONE_AND_TWO(half, Format, round, kRound, ".relu.satfinite", kRelu | kFinite), \
        ONE_AND_TWO(half, Format, round, kRound, ".satfinite.relu", kRelu | kFinite)

constexpr Binding kBindings[] = {
    F16_ROWS("rni", "rn", Round::kNearest),
    F16_ROWS("rzi", "rz", Round::kZero),
    F16_ROWS("rmi", "rm", Round::kDown),
    F16_ROWS("rpi", "rp", Round::kUp),
    BF16_ROWS("rni", "rn", Round::kNearest),
    BF16_ROWS("rzi", "rz", Round::kZero),
    BF16_ROWS("rmi", "rm", Round::kDown),
    BF16_ROWS("rpi", "rp", Round::kUp),
    PACKED_ROWS("f16", F16, "rn", Round::kNearest),
    PACKED_ROWS("f16", F16, "rz", Round::kZero),
    PACKED_ROWS("bf16", Bf16, "rn", Round::kNearest),
    PACKED_ROWS("bf16", Bf16, "rz", Round::kZero),
    bind<f16_to_float<kPlain>>("cvt.f32.f16"),
    bind_rare<f16_to_float<kFtz>>("cvt.ftz.f32.f16"),
    bind_rare<f16_to_float<kSat>>("cvt.sat.f32.f16"),
    bind_rare<f16_to_float<kFtz | kSat>>("cvt.ftz.sat.f32.f16"),
    bind_rare<f16_to_double>("cvt.f64.f16"),
    bind_rare<f16_to_double_sat>("cvt.sat.f64.f16"),
    bind<bf16_to_float>("cvt.f32.bf16"),
    bind_rare<bf16_to_float_ftz>("cvt.ftz.f32.bf16"),
    bind_rare<bf16_to_double>("cvt.f64.bf16"),
    bind_rare<half_to_half<Bf16, F16, Round::kNearest>>("cvt.bf16.f16"),
    bind_rare<half_to_half<F16, Bf16, Round::kNearest>>("cvt.f16.bf16"),
    bind_rare<same_half<F16>>("cvt.f16.f16"),
    bind_rare<f16_sat>("cvt.sat.f16.f16"),
    bind_rare<same_half<Bf16>>("cvt.bf16.bf16"),
    bind_rare<float_to_tf32>("cvt.rna.tf32.f32"),
};

}  // namespace

std::span<const Handler> convert_half_handlers() { return handlers<isa::convert_half_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
