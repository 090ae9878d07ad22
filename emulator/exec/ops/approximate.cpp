// The approximations: rcp sqrt rsqrt ex2 lg2 sin cos tanh div (.approx), div.full, and the 64-bit seeds rcp and
// rsqrt.
//
// PTX ISA 9.0, section 9.7.3 bounds the error and gives the results for special operands, but not the exact bits. These
// functions compute in double and round, which is more accurate than a GPU. approximate_test.cpp checks the bounds.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/rounding.hpp"
#include "emulator/isa/float.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <unsigned kModifiers>
float rcp(float a) {
    return result<kModifiers>(1.0f / operand<kModifiers>(a));
}

template <unsigned kModifiers>
float sqrt(float a) {
    return result<kModifiers>(__builtin_sqrtf(operand<kModifiers>(a)));
}

template <unsigned kModifiers>
float rsqrt(float a) {
    return result<kModifiers>(static_cast<float>(1.0 / __builtin_sqrt(operand<kModifiers>(a))));
}

template <unsigned kModifiers>
float ex2(float a) {
    return result<kModifiers>(static_cast<float>(__builtin_exp2(operand<kModifiers>(a))));
}

template <unsigned kModifiers>
float lg2(float a) {
    return result<kModifiers>(static_cast<float>(__builtin_log2(operand<kModifiers>(a))));
}

// A GPU first converts the angle to revolutions: one single-precision product, rounded towards zero. That decides the
// result for large angles, so this function does the same. A subnormal product counts as zero.
double radians(float a) {
    const double turns =
        flush(narrow<Round::kZero>(static_cast<double>(a) * static_cast<double>(0x1.45f306p-3f)));
    const double part =
        turns == 0 ? turns : turns - to_integral<Round::kNearest>(turns);  // keeps the sign of zero
    return part * 0x1.921fb54442d18p+2;
}

template <unsigned kModifiers>
float sin(float a) {
    const double angle = radians(operand<kModifiers>(a));
    return result<kModifiers>(static_cast<float>(__builtin_sin(angle)));
}

template <unsigned kModifiers>
float cos(float a) {
    return result<kModifiers>(static_cast<float>(__builtin_cos(radians(operand<kModifiers>(a)))));
}

float tanh(float a) { return canonical(static_cast<float>(__builtin_tanh(a))); }

template <unsigned kModifiers>
float div_full(float a, float b) {
    return result<kModifiers>(operand<kModifiers>(a) / operand<kModifiers>(b));
}

// For a divisor past 2^126 a GPU's reciprocal is zero, so the quotient is zero, or NaN if the dividend is infinite.
template <unsigned kModifiers>
float div_approx(float a, float b) {
    const float x = operand<kModifiers>(a), y = operand<kModifiers>(b);
    const float divisor = __builtin_fabsf(y) > 0x1p126f ? __builtin_copysignf(__builtin_inff(), y) : y;
    return result<kModifiers>(x / divisor);
}

double flush64(double a) {
    const u64 bits = bits_of(a);
    return double_of((bits & ~kSign64) < 0x0010000000000000u ? bits & kSign64 : bits);
}

// The seeds of 64-bit division and roots read only the upper word of their operand and write only that of the result.
double upper_word(double a) { return double_of(bits_of(a) & 0xffffffff00000000u); }
double seed(double a) { return a != a ? double_of(0x7fffffff00000000u) : upper_word(a); }
double rcp_seed(double a) { return flush64(seed(1.0 / flush64(upper_word(a)))); }
double rsqrt_seed(double a) { return seed(1.0 / __builtin_sqrt(flush64(upper_word(a)))); }
double rsqrt64(double a) { return 1.0 / __builtin_sqrt(a); }

constexpr std::tuple kBindings{
    For{"rcp", []<Name name> { return bind<rcp<modifiers(name)>>; }},
    For{"sqrt", []<Name name> { return bind<sqrt<modifiers(name)>>; }},
    For{"rsqrt", []<Name name> { return bind<rsqrt<modifiers(name)>>; }},
    For{"ex2", []<Name name> { return bind_rare<ex2<modifiers(name)>>; }},
    For{"lg2", []<Name name> { return bind_rare<lg2<modifiers(name)>>; }},
    For{"sin", []<Name name> { return bind_rare<sin<modifiers(name)>>; }},
    For{"cos", []<Name name> { return bind_rare<cos<modifiers(name)>>; }},
    For{"tanh", bind_rare<tanh>},
    For{"div.full", []<Name name> { return bind<div_full<modifiers(name)>>; }},
    For{"div.approx", []<Name name> { return bind<div_approx<modifiers(name)>>; }},
    For{"rcp.approx.ftz.f64", bind_rare<rcp_seed>},
    For{"rsqrt.approx.ftz.f64", bind_rare<rsqrt_seed>},
    For{"rsqrt.approx.f64", bind_rare<rsqrt64>},
};

}  // namespace

std::span<const Handler> approximate_handlers() { return handlers<isa::approximate_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
