// Double precision, rounded to nearest: add sub mul fma mad div rcp sqrt, min max, abs neg copysign.
//
// PTX ISA 9.0, section 9.7.3. There is no .ftz and no .sat for doubles. The other roundings are in
// double_rounding.cpp. A NaN operand passes its payload on, made quiet, where the host does the same; a NaN
// from numbers is 0xfff8000000000000.
#include "common/simt/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

constexpr u64 kSign64 = 0x8000000000000000u;
constexpr u64 kNan64 = 0xfff8000000000000u;

double add(double a, double b) { return a + b; }
double sub(double a, double b) { return a - b; }
double mul(double a, double b) { return a * b; }
double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
double div(double a, double b) { return a / b; }
double rcp(double a) { return 1.0 / a; }
double sqrt(double a) { return __builtin_sqrt(a); }
double abs(double a) { return double_of(bits_of(a) & ~kSign64); }
double neg(double a) { return double_of(bits_of(a) ^ kSign64); }

// The magnitude of b with the sign of a.
double copysign(double a, double b) { return double_of((bits_of(a) & kSign64) | (bits_of(b) & ~kSign64)); }

// -0 is less than +0: operands that compare equal differ at most in the sign bit. One NaN loses against a
// number.
double min(double a, double b) {
    const double number = a < b ? a : a > b ? b : double_of(bits_of(a) | bits_of(b));
    return a != a ? (b != b ? double_of(kNan64) : b) : b != b ? a : number;
}
double max(double a, double b) {
    const double number = a > b ? a : a < b ? b : double_of(bits_of(a) & bits_of(b));
    return a != a ? (b != b ? double_of(kNan64) : b) : b != b ? a : number;
}

constexpr Row kRows[] = {
    make_row<add>("add.f64"),           make_row<add>("add.rn.f64"),   make_row<sub>("sub.f64"),
    make_row<sub>("sub.rn.f64"),        make_row<mul>("mul.f64"),      make_row<mul>("mul.rn.f64"),
    make_row<fma>("fma.rn.f64"),        make_row<fma>("mad.rn.f64"),   make_row<div>("div.rn.f64"),
    make_row<rcp>("rcp.rn.f64"),        make_row<sqrt>("sqrt.rn.f64"), make_row<abs>("abs.f64"),
    make_row<neg>("neg.f64"),           make_row<min>("min.f64"),      make_row<max>("max.f64"),
    make_row<copysign>("copysign.f64"),
};

}  // namespace

std::span<const Row> double_rows() { return kRows; }

}  // namespace simt::exec::SIMT_ISA
