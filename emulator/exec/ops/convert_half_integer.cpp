// cvt between the 16-bit floating-point formats and the integers.
//
// PTX ISA 9.0, section 9.7.9 (cvt). f16 converts from and to 8-bit integers and has .sat; bf16 has neither.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class Format, Round kRound, unsigned kModifiers, class From>
u16 from_integer(Held<From> a) {
    const double value = integer_to_odd(static_cast<From>(a));
    return encode<Format, kRound>((kModifiers & kSat) != 0 ? saturate(value) : value);
}

template <class Format, Round kRound, class To>
Held<To> to_integer(u16 a) {
    return clamp_to_integer<To, u16>(to_integral<kRound>(static_cast<double>(decode<Format>(a))));
}

constexpr std::tuple kBindings{
    For{"cvt*f16", []<Name n> { return bind_rare<to_integer<HalfFormat<n>, rounding(n), Type<n, 1>>>; }},
    For{"cvt",
        []<Name n> { return bind_rare<from_integer<HalfFormat<n, 1>, rounding(n), modifiers(n), Type<n>>>; }},
};

}  // namespace

std::span<const Handler> convert_half_integer_handlers() {
    return handlers<isa::convert_half_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
