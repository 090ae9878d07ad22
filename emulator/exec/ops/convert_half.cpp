// cvt between f16, bf16, tf32 and the wider floating-point formats.
//
// PTX ISA 9.0, section 9.7.9 (cvt). 16-bit registers hold f16 and bf16. 32-bit registers hold f16x2 and bf16x2, with
// the first source in the upper half. tf32 is a float whose last 13 bits are zero.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// .ftz is allowed in conversions to f16 but does nothing on a GPU: a subnormal float still rounds up.
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
template <class Format, Round kRound, unsigned kModifiers>
u16 from_double(double a) {
    if constexpr ((kModifiers & kSat) != 0) return encode<Format, kRound>(saturate(a));
    const u64 bits = bits_of(quiet(a));
    const u64 mantissa = (bits & 0x000fffffffffffffu) >> (53 - Format::kPrecision);
    const u16 nan = static_cast<u16>((bits >> 48 & 0x8000u) | Format::kInfinity | mantissa);
    return a != a ? nan : encode<Format, kRound>(a);
}

template <class Format, Round kRound, unsigned kModifiers>
u32 pack(float high, float low) {
    return static_cast<u32>(from_float<Format, kRound, kModifiers>(high)) << 16 |
           from_float<Format, kRound, kModifiers>(low);
}

// A bf16 is the upper half of a float: a NaN passes unchanged, unless .ftz examines the float.
template <class Format, unsigned kModifiers>
float to_float(u16 a) {
    constexpr bool kIsShift = Format::kPrecision == Bf16::kPrecision && kModifiers == kPlain;
    return kIsShift ? decode<Format>(a) : result<kModifiers>(decode<Format>(a));
}
template <class Format, unsigned kModifiers>
double to_double(u16 a) {
    const double value = decode<Format>(a);
    return (kModifiers & kSat) != 0 ? saturate(value) : value;
}

template <class To, class From, Round kRound>
u16 half_to_half(u16 a) {
    return encode<To, kRound>(decode<From>(a));
}
template <class Format, Round kRound, unsigned kModifiers>
u16 to_half_integral(u16 a) {
    const double integral = to_integral<kRound>(decode<Format>(a));
    return encode<Format, Round::kNearest>((kModifiers & kSat) != 0 ? saturate(integral) : integral);
}
template <class Format, unsigned kModifiers>
u16 same_half(u16 a) {
    if constexpr ((kModifiers & kSat) != 0)
        return encode<Format, Round::kNearest>(saturate(to_double<Format, kPlain>(a)));
    return (a & 0x7fffu) > Format::kInfinity ? kHalfNan : a;
}

// Keeps 10 bits of mantissa. A tie rounds up in magnitude. The 13 bits below become zero,
// also for a NaN.
u32 float_to_tf32(float a) {
    const u32 bits = bits_of(a);
    return ((bits & ~kSign) < 0x7f800000u ? bits + 0x1000u : bits) & 0xffffe000u;
}

constexpr std::tuple kBindings{
    For{"cvt*f16.f32",
        []<Name n> { return bind_rare<from_float<HalfFormat<n, 1>, rounding(n), modifiers(n)>>; }},
    For{"cvt*f16x2.f32", []<Name n> { return bind_rare<pack<HalfFormat<n, 1>, rounding(n), modifiers(n)>>; }},
    For{"cvt*f16.f64",
        []<Name n> { return bind_rare<from_double<HalfFormat<n, 1>, rounding(n), modifiers(n)>>; }},
    For{"cvt*.f32.f16", []<Name n> { return bind<to_float<F16, modifiers(n)>, modifiers(n) == kPlain>; }},
    For{"cvt*.f32.bf16", []<Name n> { return bind<to_float<Bf16, modifiers(n)>, n.is("cvt.f32.bf16")>; }},
    For{"cvt*.f64.f16", []<Name n> { return bind_rare<to_double<F16, modifiers(n)>>; }},
    For{"cvt*.f64.bf16", bind_rare<to_double<Bf16, kPlain>>},
    For{"cvt*.bf16.f16", []<Name n> { return bind_rare<half_to_half<Bf16, F16, rounding(n)>>; }},
    For{"cvt*.f16.bf16", []<Name n> { return bind_rare<half_to_half<F16, Bf16, rounding(n)>>; }},
    For{"cvt*.f16.f16", []<Name n> { return bind_rare<same_half<F16, modifiers(n)>>; }},
    For{"cvt.bf16.bf16", bind_rare<same_half<Bf16, kPlain>>},
    For{"cvt.r*.f16.f16", []<Name n> { return bind_rare<to_half_integral<F16, rounding(n), modifiers(n)>>; }},
    For{"cvt.r*.bf16.bf16", []<Name n> { return bind_rare<to_half_integral<Bf16, rounding(n), kPlain>>; }},
    For{"cvt.rna.tf32.f32", bind_rare<float_to_tf32>},
};

}  // namespace

std::span<const Handler> convert_half_handlers() { return handlers<isa::convert_half_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
