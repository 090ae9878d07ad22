// Double precision: add sub mul fma mad div rcp sqrt in every rounding, min max, abs neg copysign.
//
// PTX ISA 9.0, section 9.7.3. Doubles have no .ftz and no .sat.
#include <cfenv>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/rounding.hpp"
#include "emulator/isa/float.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

double add(double a, double b) { return made_quiet(prefer_nan(b, prefer_nan(a, of_numbers(a + b)))); }
double sub(double a, double b) { return made_quiet(prefer_nan(b, prefer_nan(a, of_numbers(a - b)))); }
double mul(double a, double b) { return made_quiet(prefer_nan(b, prefer_nan(a, of_numbers(a * b)))); }
double div(double a, double b) { return made_quiet(prefer_nan(a, prefer_nan(b, of_numbers(a / b)))); }
double rcp(double a) { return made_quiet(prefer_nan(a, of_numbers(1.0 / a))); }
double sqrt(double a) { return made_quiet(prefer_nan(a, of_numbers(__builtin_sqrt(a)))); }

double abs(double a) { return a != a ? quiet(a) : double_of(bits_of(a) & ~kSign64); }
double neg(double a) { return a != a ? quiet(a) : double_of(bits_of(a) ^ kSign64); }

// The magnitude of b with the sign of a.
double copysign(double a, double b) { return double_of((bits_of(a) & kSign64) | (bits_of(b) & ~kSign64)); }

// -0 is less than +0. Operands that compare equal are the same or two zeros, so combining the bits picks the right sign.
double lesser(double a, double b) { return a < b ? a : a > b ? b : double_of(bits_of(a) | bits_of(b)); }
double greater(double a, double b) { return a > b ? a : a < b ? b : double_of(bits_of(a) & bits_of(b)); }
// If one operand is NaN, the result is the other one.
template <auto F>
double extremum(double a, double b) {
    const double number = F(a, b);
    const double known = b != b ? a : number;
    return made_quiet(a != a ? b : known);
}

// No wider type exists for doubles, so this sets the processor's rounding mode while the loop runs. The compiler cannot
// move the loop out of the two fesetround calls, because for all it knows these access the same memory.
template <auto F, int kMode>
const Op* map_rounded(Warp& warp, const Op* op) {
    const int before = std::fegetround();
    std::fesetround(kMode);
    const Op* const next = map_rare<F>(warp, op);
    std::fesetround(before);
    return next;
}

template <Name name, auto F>
constexpr Bound bind_rounded() {
    constexpr Round kRound = rounding(name);
    if constexpr (kRound == Round::kNearest) return bind<F>;
    constexpr int kMode = kRound == Round::kZero   ? FE_TOWARDZERO
                          : kRound == Round::kDown ? FE_DOWNWARD
                                                   : FE_UPWARD;
    return with_signature(&map_rounded<F, kMode>, F);
}

constexpr std::tuple kBindings{
    For{"add", []<Name name> { return bind_rounded<name, add>(); }},
    For{"sub", []<Name name> { return bind_rounded<name, sub>(); }},
    For{"mul", []<Name name> { return bind_rounded<name, mul>(); }},
    For{"fma", []<Name name> { return bind_rounded<name, fma>(); }},
    For{"mad", []<Name name> { return bind_rounded<name, fma>(); }},
    For{"div", []<Name name> { return bind_rounded<name, div>(); }},
    For{"rcp", []<Name name> { return bind_rounded<name, rcp>(); }},
    For{"sqrt", []<Name name> { return bind_rounded<name, sqrt>(); }},
    For{"abs", bind<abs>},
    For{"neg", bind<neg>},
    For{"min", bind<extremum<lesser>>},
    For{"max", bind<extremum<greater>>},
    For{"copysign", bind<copysign>},
};

}  // namespace

std::span<const Handler> float64_handlers() { return handlers<isa::float64_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
