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

double double_to_double(double a) { return a; }
double double_to_double_sat(double a) { return saturate(a); }

template <Round kRound>
double double_to_integral(double a) {
    return a != a ? quiet(a) : to_integral<kRound>(a);
}
template <Round kRound>
double double_to_integral_sat(double a) {
    return saturate(to_integral<kRound>(a));
}

#define MODIFIER_ROWS(make, prefix, suffix, function, ...)                          \
    make<function<kPlain __VA_OPT__(, ) __VA_ARGS__>>(prefix suffix),               \
        make<function<kFtz __VA_OPT__(, ) __VA_ARGS__>>(prefix ".ftz" suffix),      \
        bind_rare<function<kSat __VA_OPT__(, ) __VA_ARGS__>>(prefix ".sat" suffix), \
        bind_rare<function<kFtz | kSat __VA_OPT__(, ) __VA_ARGS__>>(prefix ".ftz.sat" suffix)
#define NARROW_ROWS(make, round, kRound) \
    MODIFIER_ROWS(make, "cvt." round, ".f32.f64", double_to_float, kRound)
#define INTEGRAL_ROWS(round, kRound)                                          \
    MODIFIER_ROWS(bind, "cvt." round, ".f32.f32", float_to_integral, kRound), \
        bind<double_to_integral<kRound>>("cvt." round ".f64.f64"),            \
        bind_rare<double_to_integral_sat<kRound>>("cvt." round ".sat.f64.f64")

constexpr Binding kBindings[] = {
    NARROW_ROWS(bind, "rn", Round::kNearest),
    NARROW_ROWS(bind_rare, "rz", Round::kZero),
    NARROW_ROWS(bind_rare, "rm", Round::kDown),
    NARROW_ROWS(bind_rare, "rp", Round::kUp),
    INTEGRAL_ROWS("rni", Round::kNearest),
    INTEGRAL_ROWS("rzi", Round::kZero),
    INTEGRAL_ROWS("rmi", Round::kDown),
    INTEGRAL_ROWS("rpi", Round::kUp),
    MODIFIER_ROWS(bind, "cvt", ".f64.f32", float_to_double),
    MODIFIER_ROWS(bind, "cvt", ".f32.f32", float_to_float),
    bind<double_to_double>("cvt.f64.f64"),
    bind_rare<double_to_double_sat>("cvt.sat.f64.f64"),
};

}  // namespace

std::span<const Handler> convert_float_handlers() { return handlers<isa::convert_float_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
