// Single precision, rounded to nearest: add sub mul fma mad div rcp sqrt, min max, abs neg copysign.
//
// PTX ISA 9.0, section 9.7.3. The other roundings are in float_rounding.cpp, the approximations in approximate.cpp,
// comparisons in compare.cpp. Products and sums are never contracted: -ffp-contract=off.
#include "emulator/isa/float.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <unsigned kModifiers>
float add(float a, float b) {
    return result<kModifiers>(operand<kModifiers>(a) + operand<kModifiers>(b));
}

template <unsigned kModifiers>
float sub(float a, float b) {
    return result<kModifiers>(operand<kModifiers>(a) - operand<kModifiers>(b));
}

// .ftz tests the result as if exponents had no lower limit. So a product just below the smallest normal number becomes
// zero, although plain rounding raises it to that number. The test uses `scaled`, the result times 2^64: at that size
// nothing is subnormal. If it overflows, the result is not small.
template <unsigned kModifiers>
float result(float rounded, float scaled) {
    if constexpr ((kModifiers & kFtz) != 0)
        rounded = __builtin_fabsf(scaled) < 0x1p-62f ? float_of(bits_of(rounded) & kSign) : rounded;
    return result<kModifiers>(rounded);
}

template <unsigned kModifiers>
float mul(float a, float b) {
    const float x = operand<kModifiers>(a), y = operand<kModifiers>(b);
    return result<kModifiers>(x * y, (x * 0x1p32f) * (y * 0x1p32f));
}

template <unsigned kModifiers>
float fma(float a, float b, float c) {
    const float x = operand<kModifiers>(a), y = operand<kModifiers>(b), z = operand<kModifiers>(c);
    const float scaled =
        (kModifiers & kFtz) != 0 ? __builtin_fmaf(x * 0x1p32f, y * 0x1p32f, z * 0x1p64f) : 0.0f;
    return result<kModifiers>(__builtin_fmaf(x, y, z), scaled);
}

template <unsigned kModifiers>
float div(float a, float b) {
    const float x = operand<kModifiers>(a), y = operand<kModifiers>(b);
    return result<kModifiers>(x / y, (x * 0x1p64f) / y);
}

template <unsigned kModifiers>
float rcp(float a) {
    const float x = operand<kModifiers>(a);
    return result<kModifiers>(1.0f / x, 0x1p64f / x);
}

template <unsigned kModifiers>
float sqrt(float a) {
    return result<kModifiers>(__builtin_sqrtf(operand<kModifiers>(a)));
}

float negated(float a) { return float_of(bits_of(a) ^ kSign); }
float magnitude(float a) { return float_of(bits_of(a) & ~kSign); }

template <unsigned kModifiers>
float abs(float a) {
    return result<kModifiers>(magnitude(a));
}

template <unsigned kModifiers>
float neg(float a) {
    return result<kModifiers>(negated(a));
}

// The magnitude of b with the sign of a.
float copysign(float a, float b) { return float_of((bits_of(a) & kSign) | (bits_of(b) & ~kSign)); }

// -0 is less than +0. Operands that compare equal are the same or two zeros, so combining the bits picks the right sign.
float lesser(float a, float b) { return a < b ? a : a > b ? b : float_of(bits_of(a) | bits_of(b)); }
float greater(float a, float b) { return a > b ? a : a < b ? b : float_of(bits_of(a) & bits_of(b)); }

// If one operand is NaN, the result is the other one; with .NaN it is NaN. .xorsign.abs compares magnitudes and gives
// the result the product of the operands' signs.
template <unsigned kModifiers, auto F, bool kNanWins, bool kXorSign>
float extremum(float a, float b) {
    const u32 sign = kXorSign ? (bits_of(a) ^ bits_of(b)) & kSign : 0;
    a = operand<kModifiers>(kXorSign ? magnitude(a) : a);
    b = operand<kModifiers>(kXorSign ? magnitude(b) : b);
    const float with_nan = canonical(kNanWins ? float_of(kCanonicalNan) : a != a ? b : a);
    const float chosen = a != a || b != b ? with_nan : F(a, b);
    return chosen != chosen ? chosen : float_of(bits_of(chosen) | sign);
}

template <Name name, auto F>
constexpr Bound bind_extremum = bind<extremum<modifiers(name), F, name.has("NaN"), name.has("xorsign")>>;

constexpr std::tuple kBindings{
    For{"add", []<Name name> { return bind<add<modifiers(name)>>; }},
    For{"sub", []<Name name> { return bind<sub<modifiers(name)>>; }},
    For{"mul", []<Name name> { return bind<mul<modifiers(name)>>; }},
    For{"fma", []<Name name> { return bind<fma<modifiers(name)>>; }},
    For{"mad", []<Name name> { return bind<fma<modifiers(name)>>; }},
    For{"div", []<Name name> { return bind<div<modifiers(name)>>; }},
    For{"rcp", []<Name name> { return bind<rcp<modifiers(name)>>; }},
    For{"sqrt", []<Name name> { return bind<sqrt<modifiers(name)>>; }},
    For{"abs", []<Name name> { return bind<abs<modifiers(name)>>; }},
    For{"neg", []<Name name> { return bind<neg<modifiers(name)>>; }},
    For{"min", []<Name name> { return bind_extremum<name, lesser>; }},
    For{"max", []<Name name> { return bind_extremum<name, greater>; }},
    For{"copysign", bind<copysign>},
};

}  // namespace

std::span<const Handler> float32_handlers() { return handlers<isa::float32_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
