// Which NaN a double-precision instruction returns. The rules come from running every row on a GPU. The result is one
// operand's NaN, made quiet; if several operands are NaN, the order of precedence depends on the instruction.
//
// double.cpp and double_rounding.cpp both use this file, so that they agree.
#pragma once

#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// A result of numbers: if it is NaN (infinity minus infinity), it always has the same bits.
inline double of_numbers(double result) { return result != result ? double_of(kNan64) : result; }

// `otherwise` unless the operand is NaN. Written as a chain of choices without branches, which vectorises.
inline double prefer_nan(double operand, double otherwise) {
    return operand != operand ? operand : otherwise;
}
inline double made_quiet(double a) { return a != a ? quiet(a) : a; }

inline double add(double a, double b) { return made_quiet(prefer_nan(b, prefer_nan(a, of_numbers(a + b)))); }
inline double sub(double a, double b) { return made_quiet(prefer_nan(b, prefer_nan(a, of_numbers(a - b)))); }
inline double mul(double a, double b) { return made_quiet(prefer_nan(b, prefer_nan(a, of_numbers(a * b)))); }
inline double div(double a, double b) { return made_quiet(prefer_nan(a, prefer_nan(b, of_numbers(a / b)))); }
inline double fma(double a, double b, double c) {
    const double result = of_numbers(__builtin_fma(a, b, c));
    return made_quiet(prefer_nan(b, prefer_nan(c, prefer_nan(a, result))));
}
inline double rcp(double a) { return made_quiet(prefer_nan(a, of_numbers(1.0 / a))); }
inline double sqrt(double a) { return made_quiet(prefer_nan(a, of_numbers(__builtin_sqrt(a)))); }

}  // namespace
}  // namespace simt::exec::SIMT_ISA
