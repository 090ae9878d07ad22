// cvt from float and double to the integers and back, in every rounding, with .ftz and .sat.
//
// PTX ISA 9.0, section 9.7.9 (cvt). Conversions to integers clamp to the integer's range, so .sat changes nothing.
// The usual conversions are loops over the warp; 8- and 16-bit integers and the directed roundings go lane by lane.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/rounding.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class To, Round kRound, unsigned kModifiers>
Held<To> float_to_integer(float a) {
    return clamp_to_integer<To, float>(to_integral<kRound>(static_cast<double>(operand<kModifiers>(a))));
}
template <class To, Round kRound>
Held<To> double_to_integer(double a) {
    return clamp_to_integer<To, double>(to_integral<kRound>(a));
}

template <class To, class From, Round kRound, bool kSaturates>
To from_integer(Held<From> a) {
    const From value = static_cast<From>(a);
    To result;
    if constexpr (sizeof(To) == 4)
        result = narrow<kRound>(integer_to_odd(value));
    else
        result = integer_to_double<kRound>(value);
    return kSaturates ? saturate(result) : result;
}

template <Name name>
constexpr Bound bind_from_integer() {
    using From = Type<name>;
    constexpr bool kUsual = sizeof(From) >= 4 && name.has("rn") && !name.has("sat");
    return bind<from_integer<Type<name, 1>, From, rounding(name), name.has("sat")>, kUsual>;
}
template <Name name, auto F>
constexpr Bound bind_to_integer = bind<F, sizeof(Type<name, 1>) == 4>;

constexpr std::tuple kBindings{
    For{"cvt*.f32",
        []<Name n> {
            return bind_to_integer<n, float_to_integer<Type<n, 1>, rounding(n), modifiers(n) & kFtz>>;
        }},
    For{"cvt*.f64", []<Name n> { return bind_to_integer<n, double_to_integer<Type<n, 1>, rounding(n)>>; }},
    For{"cvt", []<Name n> { return bind_from_integer<n>(); }},
};

}  // namespace

std::span<const Handler> convert_float_integer_handlers() {
    return handlers<isa::convert_float_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
