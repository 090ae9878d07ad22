// The predictions of exercise 05.5, by name.
#pragma once

#include <cmath>

namespace predicted {

constexpr float kNothing = NAN;  // no prediction yet

extern const float of_two_negative, of_either_sign, of_two_zeros, of_a_missing_edge;
extern const int instructions_fminf, instructions_three;

}  // namespace predicted
