// Half precision, f16 and bf16, one or two in a register: add sub mul fma, min max abs neg, ex2 tanh.
//
// PTX ISA 9.0, section 9.7.4. f16 has .ftz and .sat; bf16 has neither, except .ftz in ex2, so it keeps its subnormals
// elsewhere. fma has .relu in both formats. NaN results are 0x7fff in both formats.
//
// A result is computed as a double, exact or rounded to odd (rounding.hpp). The double becomes a float, again rounded to
// odd, and the float's bits are rounded to nearest. The outcome is the exact result rounded once, and every step
// vectorises.
#include "emulator/exec/ops/half.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/isa/half.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

constexpr u32 kMagnitude = 0x7fff, kSignBit = 0x8000;

// Rounds a double to a float, to odd. A finite double past the largest float becomes that float, not infinity.
inline float narrow_to_odd(double a) {
    const float nearest = static_cast<float>(a);
    const double back = nearest;
    const u32 bits = bits_of(nearest);
    const bool too_far = a < 0 ? back < a : back > a;
    const u32 truncated = too_far ? bits - 1 : bits;
    return float_of(back == a || a != a ? bits : truncated | 1u);
}

// Rounds to nearest, ties to even, by an addition to the float's bits, which carries into the exponent. For a subnormal
// f16 it adds 0.5 instead, whose last place is 2^-24, and takes the sum's low bits.
template <class Format>
u16 nearest_half(float a) {
    const u32 bits = bits_of(a);
    const u32 sign = bits >> 16 & 0x8000u;
    const u32 magnitude = bits & ~kSign;
    constexpr int kDropped = 24 - Format::kPrecision;
    constexpr u32 kRebias = Format::kPrecision == 11 ? 0x38000000u : 0u;
    constexpr u32 kOverflow = Format::kPrecision == 11 ? 0x47800000u : 0x7f800000u;
    const u32 odd = magnitude >> kDropped & 1u;
    u32 rounded = (magnitude - kRebias + ((1u << (kDropped - 1)) - 1) + odd) >> kDropped;
    if constexpr (Format::kPrecision == 11) {
        const u32 subnormal = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000u;
        rounded = magnitude < 0x38800000u ? subnormal : rounded;
    }
    const u32 number = magnitude >= kOverflow ? Format::kInfinity : rounded;
    return static_cast<u16>(magnitude > 0x7f800000u ? kHalfNan : sign | number);
}

template <class Format>
constexpr u32 kOneHalf = Format::kPrecision == 11 ? 0x3c00u : 0x3f80u;

template <class Format, unsigned kModifiers>
double value_of(u16 a) {
    return decode<Format>(half_operand<Format, kModifiers>(a));
}

// .ftz tests the result as if exponents had no lower limit. So a result at most half a place below the smallest normal
// number rounds up to that number and is kept.
template <class Format, unsigned kModifiers>
u16 result_of(double exact) {
    u32 bits = nearest_half<Format>(narrow_to_odd(exact));
    if constexpr ((kModifiers & kFtz) != 0) {
        constexpr double kLimit = 0x1p-14 - 0x1p-26;
        static_assert(Format::kPrecision == 11);
        bits = __builtin_fabs(exact) < kLimit ? bits & 0x8000u : bits;
    }
    const bool negative = (bits & 0x8000u) != 0;
    if constexpr ((kModifiers & kSat) != 0) {
        const u32 positive = negative || bits > Format::kInfinity ? 0u : bits;
        bits = positive > kOneHalf<Format> ? kOneHalf<Format> : positive;
    }
    if constexpr ((kModifiers & kRelu) != 0) bits = negative ? 0u : bits;
    return static_cast<u16>(bits);
}

template <class Format, unsigned kModifiers>
u16 add(u16 a, u16 b) {
    return result_of<Format, kModifiers>(
        odd_sum(value_of<Format, kModifiers>(a), value_of<Format, kModifiers>(b)));
}
template <class Format, unsigned kModifiers>
u16 sub(u16 a, u16 b) {
    return result_of<Format, kModifiers>(
        odd_sum(value_of<Format, kModifiers>(a), -value_of<Format, kModifiers>(b)));
}
template <class Format, unsigned kModifiers>
u16 mul(u16 a, u16 b) {
    return result_of<Format, kModifiers>(value_of<Format, kModifiers>(a) * value_of<Format, kModifiers>(b));
}
template <class Format, unsigned kModifiers>
u16 fma(u16 a, u16 b, u16 c) {
    return result_of<Format, kModifiers>(odd_fma(
        value_of<Format, kModifiers>(a), value_of<Format, kModifiers>(b), value_of<Format, kModifiers>(c)));
}

// fma.oob: a tensor copy fills elements outside the tensor with a special value. The result is zero if a factor has
// this value, with either sign.
template <class Format, unsigned kModifiers>
u16 fma_outside(u16 a, u16 b, u16 c) {
    constexpr u16 kOutside = 0x7ff7;
    const bool outside = (a & kMagnitude) == kOutside || (b & kMagnitude) == kOutside;
    const u16 result = fma<Format, kModifiers>(a, b, c);
    return outside ? u16{0} : result;
}

template <class Format>
bool is_nan(u32 a) {
    return (a & kMagnitude) > Format::kInfinity;
}

// Inverts the magnitudes of negative numbers. Then the bits have the same order as the numbers, with -0 below +0.
s32 order(u32 a) {
    const s32 magnitude = static_cast<s32>(a & kMagnitude);
    return (a & kSignBit) != 0 ? -1 - magnitude : magnitude;
}
u32 lesser(u32 a, u32 b) { return order(b) < order(a) ? b : a; }
u32 greater(u32 a, u32 b) { return order(a) < order(b) ? b : a; }

// If one operand is NaN, the result is the other one; with .NaN it is NaN. .xorsign.abs compares magnitudes and gives
// the result the product of the operands' signs.
template <class Format, unsigned kModifiers, auto F, bool kNanWins, bool kXorSign>
u16 extremum(u16 a, u16 b) {
    constexpr u16 kKept = kXorSign ? kMagnitude : kMagnitude | kSignBit;
    const u32 x = half_operand<Format, kModifiers>(a & kKept),
              y = half_operand<Format, kModifiers>(b & kKept);
    const u32 other = is_nan<Format>(x) ? y : x;
    const u32 with_nan = kNanWins || is_nan<Format>(other) ? kHalfNan : other;
    const u32 chosen = is_nan<Format>(x) || is_nan<Format>(y) ? with_nan : F(x, y);
    const u32 sign = kXorSign && !is_nan<Format>(chosen) ? (a ^ b) & kSignBit : 0;
    return static_cast<u16>(chosen | sign);
}

template <class Format, unsigned kModifiers>
u16 abs(u16 a) {
    return is_nan<Format>(a) ? kHalfNan : half_operand<Format, kModifiers>(a) & kMagnitude;
}
template <class Format, unsigned kModifiers>
u16 neg(u16 a) {
    return is_nan<Format>(a) ? kHalfNan : half_operand<Format, kModifiers>(a) ^ kSignBit;
}

// The PTX ISA bounds the errors of the approximations. As in approximate.cpp, a result is computed in double and rounded.
template <class Format, unsigned kModifiers>
u16 ex2(u16 a) {
    const double power = __builtin_exp2(value_of<Format, kModifiers>(a));
    return half_operand<Format, kModifiers>(encode<Format, Round::kNearest>(power));
}
template <class Format>
u16 tanh(u16 a) {
    return encode<Format, Round::kNearest>(__builtin_tanh(decode<Format>(a)));
}

// F on the low halves and on the high halves.
template <class>
using Word = u32;
template <auto F, class... A>
u32 on_halves(A... a) {
    const u16 low = F(static_cast<u16>(a)...);
    const u16 high = F(static_cast<u16>(a >> 16)...);
    return static_cast<u32>(high) << 16 | low;
}
template <auto F, class... A>
constexpr auto on_words(u16 (*)(A...)) {
    return &on_halves<F, Word<A>...>;
}

template <Name name, auto F, bool kUsual = false>
constexpr Bound bind_half() {
    if constexpr (std::string_view(name).ends_with("x2"))
        return bind<on_words<F>(F), kUsual>;
    else
        return bind<F, kUsual>;
}
template <Name name, auto F>
constexpr Bound bind_arithmetic = bind_half<name, F, modifiers(name) == kPlain>();
template <Name n, auto F>
constexpr Bound bind_extremum =
    bind_half<n, extremum<HalfFormat<n>, modifiers(n), F, n.has("NaN"), n.has("xorsign")>>();

constexpr std::tuple kBindings{
    For{"add", []<Name n> { return bind_arithmetic<n, add<HalfFormat<n>, modifiers(n)>>; }},
    For{"sub", []<Name n> { return bind_arithmetic<n, sub<HalfFormat<n>, modifiers(n)>>; }},
    For{"mul", []<Name n> { return bind_arithmetic<n, mul<HalfFormat<n>, modifiers(n)>>; }},
    For{"fma", []<Name n> { return bind_arithmetic<n, fma<HalfFormat<n>, modifiers(n)>>; }},
    For{"fma.rn.oob", []<Name n> { return bind_half<n, fma_outside<HalfFormat<n>, modifiers(n)>>(); }},
    For{"min", []<Name n> { return bind_extremum<n, lesser>; }},
    For{"max", []<Name n> { return bind_extremum<n, greater>; }},
    For{"abs", []<Name n> { return bind_half<n, abs<HalfFormat<n>, modifiers(n)>>(); }},
    For{"neg", []<Name n> { return bind_half<n, neg<HalfFormat<n>, modifiers(n)>>(); }},
    For{"ex2", []<Name n> { return bind_half<n, ex2<HalfFormat<n>, modifiers(n)>>(); }},
    For{"tanh", []<Name n> { return bind_half<n, tanh<HalfFormat<n>>>(); }},
};

}  // namespace

std::span<const Handler> half_handlers() { return handlers<isa::half_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
