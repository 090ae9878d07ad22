// cvt between and within float and double: .rn .rz .rm .rp, to integral values (.rni .rzi .rmi .rpi), .ftz, .sat.
//
// PTX ISA 9.0, section 9.7.9 (cvt). Integers: convert_float_integer.cpp; half precision: convert_half.cpp.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/rounding.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// A NaN keeps its sign and the upper part of its payload, made quiet.
u32 nan_bits(double a) {
    const u64 bits = bits_of(a);
    return static_cast<u32>(bits >> 32 & kSign) | 0x7fc00000u | static_cast<u32>(bits >> 29 & 0x003fffffu);
}

template <unsigned kModifiers, Round kRound>
float double_to_float(double a) {
    const float rounded =
        (kModifiers & kFtz) != 0 ? flush_tiny<kRound>(narrow<kRound>(a), a) : narrow<kRound>(a);
    return (kModifiers & kSat) != 0 ? saturate(rounded) : a != a ? float_of(nan_bits(a)) : rounded;
}

template <unsigned kModifiers>
double float_to_double(float a) {
    const double wide = (kModifiers & kFtz) != 0 ? canonical(flush(a)) : a;
    return (kModifiers & kSat) != 0 ? saturate(wide) : wide;
}

// Without a modifier the value does not change, not even a NaN.
template <unsigned kModifiers>
float float_to_float(float a) {
    return kModifiers == kPlain ? a : result<kModifiers>(a);
}

template <unsigned kModifiers, Round kRound>
float float_to_integral(float a) {
    return result<kModifiers>(to_integral<kRound>(operand<kModifiers>(a)));
}

template <unsigned kModifiers>
double double_to_double(double a) {
    return (kModifiers & kSat) != 0 ? saturate(a) : a;
}

template <unsigned kModifiers, Round kRound>
double double_to_integral(double a) {
    if constexpr ((kModifiers & kSat) != 0) return saturate(to_integral<kRound>(a));
    return a != a ? quiet(a) : to_integral<kRound>(a);
}

template <Name name, auto F>
constexpr Bound bind_usual =
    bind<F, !name.has("sat") && !name.has("rz") && !name.has("rm") && !name.has("rp")>;

constexpr std::tuple kBindings{
    For{"cvt*.f32.f64", []<Name n> { return bind_usual<n, double_to_float<modifiers(n), rounding(n)>>; }},
    For{"cvt*.f64.f32", []<Name n> { return bind_usual<n, float_to_double<modifiers(n)>>; }},
    For{"cvt*.f32.f32", []<Name n> { return bind_usual<n, float_to_float<modifiers(n)>>; }},
    For{"cvt.r*.f32.f32", []<Name n> { return bind_usual<n, float_to_integral<modifiers(n), rounding(n)>>; }},
    For{"cvt*.f64.f64", []<Name n> { return bind_usual<n, double_to_double<modifiers(n)>>; }},
    For{"cvt.r*.f64.f64",
        []<Name n> { return bind_usual<n, double_to_integral<modifiers(n), rounding(n)>>; }},
};

}  // namespace

std::span<const Handler> convert_float_handlers() { return handlers<isa::convert_float_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
