// cvt between the 16-bit floating-point formats and the integers.
//
// PTX ISA 9.0, section 9.7.9 (cvt). f16 converts from and to 8-bit integers and has .sat; bf16 has neither.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class Format, Round kRound, class From>
u16 from_integer(Held<From> a) {
    return encode<Format, kRound>(integer_to_odd(static_cast<From>(a)));
}
template <class Format, Round kRound, class From>
u16 from_integer_sat(Held<From> a) {
    return encode<Format, kRound>(saturate(integer_to_odd(static_cast<From>(a))));
}

template <class Format, Round kRound, class To>
Held<To> to_integer(u16 a) {
    const double integral = to_integral<kRound>(static_cast<double>(decode<Format>(a)));
    return clamp_to_integer<To>(integral, kIntegerOfNan<To, u16>);
}

#define BOTH_WAYS(half, Format, irnd, frnd, kRound, type, T)                 \
    bind_rare<to_integer<Format, kRound, T>>("cvt." irnd "." type "." half), \
        bind_rare<from_integer<Format, kRound, T>>("cvt." frnd "." half "." type)
#define F16_ROWS(irnd, frnd, kRound, type, T)                                   \
    BOTH_WAYS("f16", F16, irnd, frnd, kRound, type, T),                         \
        bind_rare<to_integer<F16, kRound, T>>("cvt." irnd ".sat." type ".f16"), \
        bind_rare<from_integer_sat<F16, kRound, T>>("cvt." frnd ".sat.f16." type)
#define BOTH_FORMATS(irnd, frnd, kRound, type, T) \
    F16_ROWS(irnd, frnd, kRound, type, T), BOTH_WAYS("bf16", Bf16, irnd, frnd, kRound, type, T)
#define ROUND_ROWS(irnd, frnd, kRound)                                                              \
    F16_ROWS(irnd, frnd, kRound, "u8", u8), F16_ROWS(irnd, frnd, kRound, "s8", s8),                 \
        BOTH_FORMATS(irnd, frnd, kRound, "u16", u16), BOTH_FORMATS(irnd, frnd, kRound, "s16", s16), \
        BOTH_FORMATS(irnd, frnd, kRound, "u32", u32), BOTH_FORMATS(irnd, frnd, kRound, "s32", s32), \
        BOTH_FORMATS(irnd, frnd, kRound, "u64", u64), BOTH_FORMATS(irnd, frnd, kRound, "s64", s64)

constexpr Binding kBindings[] = {
    ROUND_ROWS("rni", "rn", Round::kNearest),
    ROUND_ROWS("rzi", "rz", Round::kZero),
    ROUND_ROWS("rmi", "rm", Round::kDown),
    ROUND_ROWS("rpi", "rp", Round::kUp),
};

}  // namespace

std::span<const Handler> convert_half_integer_handlers() {
    return handlers<isa::convert_half_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
