// Single precision in the directed roundings: add sub mul fma mad div rcp sqrt, .rz .rm .rp.
//
// PTX ISA 9.0, section 9.7.3. Each result is computed in double, rounded to odd, and rounded again as requested
// (rounding.hpp).
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/rounding.hpp"
#include "emulator/isa/float.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// exact: the result as a double rounded to odd.
template <Round kRound, unsigned kModifiers>
float round_exact(double exact) {
    const float rounded = narrow<kRound>(exact);
    return result<kModifiers>((kModifiers & kFtz) != 0 ? flush_tiny<kRound>(rounded, exact) : rounded);
}

// A sum that is exactly zero is -0 when rounding down, unless both parts are +0.
template <Round kRound, unsigned kModifiers>
float round_sum(double a, double b) {
    const double sum = odd_sum(a, b);
    const u64 signs = bits_of(a) | bits_of(b);
    if (kRound == Round::kDown && sum == 0) return result<kModifiers>((signs & kSign64) != 0 ? -0.0f : 0.0f);
    return round_exact<kRound, kModifiers>(sum);
}

template <Round kRound, unsigned kModifiers>
float add(float a, float b) {
    return round_sum<kRound, kModifiers>(operand<kModifiers>(a), operand<kModifiers>(b));
}

template <Round kRound, unsigned kModifiers>
float sub(float a, float b) {
    return round_sum<kRound, kModifiers>(operand<kModifiers>(a),
                                         -static_cast<double>(operand<kModifiers>(b)));
}

// The product of two floats is exact in double.
template <Round kRound, unsigned kModifiers>
float mul(float a, float b) {
    const double product = static_cast<double>(operand<kModifiers>(a)) * operand<kModifiers>(b);
    return round_exact<kRound, kModifiers>(product);
}

template <Round kRound, unsigned kModifiers>
float fma(float a, float b, float c) {
    const double product = static_cast<double>(operand<kModifiers>(a)) * operand<kModifiers>(b);
    return round_sum<kRound, kModifiers>(product, operand<kModifiers>(c));
}

template <Round kRound, unsigned kModifiers>
float div(float a, float b) {
    return round_exact<kRound, kModifiers>(odd_quotient(operand<kModifiers>(a), operand<kModifiers>(b)));
}

template <Round kRound, unsigned kModifiers>
float rcp(float a) {
    return round_exact<kRound, kModifiers>(odd_quotient(1.0, operand<kModifiers>(a)));
}

template <Round kRound, unsigned kModifiers>
float sqrt(float a) {
    return round_exact<kRound, kModifiers>(odd_root(operand<kModifiers>(a)));
}

constexpr std::tuple kBindings{
    For{"add", []<Name name> { return bind_rare<add<rounding(name), modifiers(name)>>; }},
    For{"sub", []<Name name> { return bind_rare<sub<rounding(name), modifiers(name)>>; }},
    For{"mul", []<Name name> { return bind_rare<mul<rounding(name), modifiers(name)>>; }},
    For{"fma", []<Name name> { return bind_rare<fma<rounding(name), modifiers(name)>>; }},
    For{"mad", []<Name name> { return bind_rare<fma<rounding(name), modifiers(name)>>; }},
    For{"div", []<Name name> { return bind_rare<div<rounding(name), modifiers(name)>>; }},
    For{"rcp", []<Name name> { return bind_rare<rcp<rounding(name), modifiers(name)>>; }},
    For{"sqrt", []<Name name> { return bind_rare<sqrt<rounding(name), modifiers(name)>>; }},
};

}  // namespace

std::span<const Handler> float_rounding_handlers() {
    return handlers<isa::float_rounding_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
