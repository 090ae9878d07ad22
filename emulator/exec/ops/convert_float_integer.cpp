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
    const double integral = to_integral<kRound>(static_cast<double>(operand<kModifiers>(a)));
    return clamp_to_integer<To>(integral, kIntegerOfNan<To, float>);
}
template <class To, Round kRound>
Held<To> double_to_integer(double a) {
    return clamp_to_integer<To>(to_integral<kRound>(a), kIntegerOfNan<To, double>);
}

template <class From, Round kRound>
float integer_to_float(Held<From> a) {
    return narrow<kRound>(integer_to_odd(static_cast<From>(a)));
}
template <class From, Round kRound>
float integer_to_float_sat(Held<From> a) {
    return saturate(integer_to_float<From, kRound>(a));
}
template <class From, Round kRound>
double integer_to_double(Held<From> a) {
    return integer_to_double<kRound>(static_cast<From>(a));
}
template <class From, Round kRound>
double integer_to_double_sat(Held<From> a) {
    return saturate(integer_to_double<From, kRound>(a));
}

#define TO_INTEGER(make, round, kRound, to, To)                                       \
    make<float_to_integer<To, kRound, kPlain>>("cvt." round "." to ".f32"),           \
        make<float_to_integer<To, kRound, kPlain>>("cvt." round ".sat." to ".f32"),   \
        make<float_to_integer<To, kRound, kFtz>>("cvt." round ".ftz." to ".f32"),     \
        make<float_to_integer<To, kRound, kFtz>>("cvt." round ".ftz.sat." to ".f32"), \
        make<double_to_integer<To, kRound>>("cvt." round "." to ".f64"),              \
        make<double_to_integer<To, kRound>>("cvt." round ".sat." to ".f64")
#define TO_INTEGER_ROWS(make, to, To)                                                                \
    TO_INTEGER(make, "rni", Round::kNearest, to, To), TO_INTEGER(make, "rzi", Round::kZero, to, To), \
        TO_INTEGER(make, "rmi", Round::kDown, to, To), TO_INTEGER(make, "rpi", Round::kUp, to, To)

#define FROM_INTEGER(make, round, kRound, from, From)                                     \
    make<integer_to_float<From, kRound>>("cvt." round ".f32." from),                      \
        make<integer_to_float<From, kRound>>("cvt." round ".ftz.f32." from),              \
        bind_rare<integer_to_float_sat<From, kRound>>("cvt." round ".sat.f32." from),     \
        bind_rare<integer_to_float_sat<From, kRound>>("cvt." round ".ftz.sat.f32." from), \
        make<integer_to_double<From, kRound>>("cvt." round ".f64." from),                 \
        bind_rare<integer_to_double_sat<From, kRound>>("cvt." round ".sat.f64." from)
#define FROM_INTEGER_ROWS(make, from, From)                      \
    FROM_INTEGER(make, "rn", Round::kNearest, from, From),       \
        FROM_INTEGER(bind_rare, "rz", Round::kZero, from, From), \
        FROM_INTEGER(bind_rare, "rm", Round::kDown, from, From), \
        FROM_INTEGER(bind_rare, "rp", Round::kUp, from, From)

constexpr Binding kBindings[] = {
    TO_INTEGER_ROWS(bind_rare, "u8", u8),   TO_INTEGER_ROWS(bind_rare, "u16", u16),
    TO_INTEGER_ROWS(bind, "u32", u32),      TO_INTEGER_ROWS(bind_rare, "u64", u64),
    TO_INTEGER_ROWS(bind_rare, "s8", s8),   TO_INTEGER_ROWS(bind_rare, "s16", s16),
    TO_INTEGER_ROWS(bind, "s32", s32),      TO_INTEGER_ROWS(bind_rare, "s64", s64),
    FROM_INTEGER_ROWS(bind_rare, "u8", u8), FROM_INTEGER_ROWS(bind_rare, "u16", u16),
    FROM_INTEGER_ROWS(bind, "u32", u32),    FROM_INTEGER_ROWS(bind, "u64", u64),
    FROM_INTEGER_ROWS(bind_rare, "s8", s8), FROM_INTEGER_ROWS(bind_rare, "s16", s16),
    FROM_INTEGER_ROWS(bind, "s32", s32),    FROM_INTEGER_ROWS(bind, "s64", s64),
};

}  // namespace

std::span<const Handler> convert_float_integer_handlers() {
    return handlers<isa::convert_float_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
