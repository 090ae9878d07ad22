// Which NaN a double-precision instruction returns. What a GPU does, found by running every row on one: one operand's
// NaN, made quiet, is the result, and if several are NaN, the order of precedence depends on the instruction.
//
// Used by double.cpp and double_rounding.cpp, so that both agree.
#pragma once

#include "common/simt/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// number: the result unless an operand is NaN. If it is NaN itself (infinity minus infinity), it has one form.
inline double nan_of(double number) { return number != number ? double_of(kNan64) : number; }
inline double nan_of(double first, double number) { return first != first ? quiet(first) : nan_of(number); }
inline double nan_of(double first, double second, double number) {
    return first != first ? quiet(first) : nan_of(second, number);
}
inline double nan_of(double first, double second, double third, double number) {
    return first != first ? quiet(first) : nan_of(second, third, number);
}

inline double add(double a, double b) { return nan_of(b, a, a + b); }
inline double sub(double a, double b) { return nan_of(b, a, a - b); }
inline double mul(double a, double b) { return nan_of(b, a, a * b); }
inline double fma(double a, double b, double c) { return nan_of(b, c, a, __builtin_fma(a, b, c)); }
inline double div(double a, double b) { return nan_of(a, b, a / b); }
inline double rcp(double a) { return nan_of(a, 1.0 / a); }
inline double sqrt(double a) { return nan_of(a, __builtin_sqrt(a)); }

}  // namespace
}  // namespace simt::exec::SIMT_ISA
