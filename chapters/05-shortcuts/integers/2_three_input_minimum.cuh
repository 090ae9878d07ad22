// The three-input minimum for integers: two additions, made on the units that multiply, and one minimum. Compare with
// 1_add_and_minimum.cuh, which has two instructions where this has three, and with the floats' rung 6.
//
// Predicted: more instructions than rung 1 and no fewer clocks in the unit for minima. A rung that does not pay, as the roofs of
// both say before one builds it.
#pragma once

#include "chapters/05-shortcuts/integers/1_add_and_minimum.cuh"

namespace integers::three_input_minimum {

constexpr std::size_t scratch_bytes(std::size_t n) { return add_and_minimum::scratch_bytes(n); }

// Arguments as in 0_naive.cuh.
inline void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch) {
    add_and_minimum::shortcuts_by<forms::AddPairs>(r, d, n, scratch);
}

}  // namespace integers::three_input_minimum
