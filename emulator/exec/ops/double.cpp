// Double precision, rounded to nearest: add sub mul fma mad div rcp sqrt, min max, abs neg copysign.
//
// PTX ISA 9.0, section 9.7.3. There is no .ftz and no .sat for doubles. The other roundings are in
// double_rounding.cpp; which NaN comes out, and the arithmetic both share, in double_math.hpp.
#include "emulator/exec/ops/double_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

double abs(double a) { return a != a ? quiet(a) : double_of(bits_of(a) & ~kSign64); }
double neg(double a) { return a != a ? quiet(a) : double_of(bits_of(a) ^ kSign64); }

// The magnitude of b with the sign of a.
double copysign(double a, double b) { return double_of((bits_of(a) & kSign64) | (bits_of(b) & ~kSign64)); }

// -0 is less than +0: operands that compare equal differ at most in the sign bit. One NaN loses against a number.
double lesser(double a, double b) { return a < b ? a : a > b ? b : double_of(bits_of(a) | bits_of(b)); }
double greater(double a, double b) { return a > b ? a : a < b ? b : double_of(bits_of(a) & bits_of(b)); }
template <auto F>
double extremum(double a, double b) {
    const double number = F(a, b);
    const double known = b != b ? a : number;
    return made_quiet(a != a ? b : known);
}

constexpr Row kRows[] = {
    make_row<add>("add.f64"),
    make_row<add>("add.rn.f64"),
    make_row<sub>("sub.f64"),
    make_row<sub>("sub.rn.f64"),
    make_row<mul>("mul.f64"),
    make_row<mul>("mul.rn.f64"),
    make_row<fma>("fma.rn.f64"),
    make_row<fma>("mad.rn.f64"),
    make_row<div>("div.rn.f64"),
    make_row<rcp>("rcp.rn.f64"),
    make_row<sqrt>("sqrt.rn.f64"),
    make_row<abs>("abs.f64"),
    make_row<neg>("neg.f64"),
    make_row<extremum<lesser>>("min.f64"),
    make_row<extremum<greater>>("max.f64"),
    make_row<copysign>("copysign.f64"),
};

}  // namespace

std::span<const Row> double_rows() { return kRows; }

}  // namespace simt::exec::SIMT_ISA
