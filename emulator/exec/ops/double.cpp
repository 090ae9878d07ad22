// Double precision, rounded to nearest: add sub mul fma mad div rcp sqrt, min max, abs neg copysign.
//
// PTX ISA 9.0, section 9.7.3. Doubles have no .ftz and no .sat. The other roundings are in double_rounding.cpp; the
// rules for NaN results and the shared arithmetic are in double_math.hpp.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/double_math.hpp"
#include "emulator/isa/float.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

double abs(double a) { return a != a ? quiet(a) : double_of(bits_of(a) & ~kSign64); }
double neg(double a) { return a != a ? quiet(a) : double_of(bits_of(a) ^ kSign64); }

// The magnitude of b with the sign of a.
double copysign(double a, double b) { return double_of((bits_of(a) & kSign64) | (bits_of(b) & ~kSign64)); }

// -0 is less than +0: operands that compare equal differ at most in the sign bit. A number wins against one NaN.
double lesser(double a, double b) { return a < b ? a : a > b ? b : double_of(bits_of(a) | bits_of(b)); }
double greater(double a, double b) { return a > b ? a : a < b ? b : double_of(bits_of(a) & bits_of(b)); }
template <auto F>
double extremum(double a, double b) {
    const double number = F(a, b);
    const double known = b != b ? a : number;
    return made_quiet(a != a ? b : known);
}

constexpr Binding kBindings[] = {
    bind<add>("add.f64"),
    bind<add>("add.rn.f64"),
    bind<sub>("sub.f64"),
    bind<sub>("sub.rn.f64"),
    bind<mul>("mul.f64"),
    bind<mul>("mul.rn.f64"),
    bind<fma>("fma.rn.f64"),
    bind<fma>("mad.rn.f64"),
    bind<div>("div.rn.f64"),
    bind<rcp>("rcp.rn.f64"),
    bind<sqrt>("sqrt.rn.f64"),
    bind<abs>("abs.f64"),
    bind<neg>("neg.f64"),
    bind<extremum<lesser>>("min.f64"),
    bind<extremum<greater>>("max.f64"),
    bind<copysign>("copysign.f64"),
};

}  // namespace

std::span<const Handler> float64_handlers() { return handlers<isa::float64_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
