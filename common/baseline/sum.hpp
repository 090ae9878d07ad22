// Ways to add floats that differ in their rounding errors. The exact sum of floats needs more bits than a float has,
// so each addition may round; the error depends on the order and on the method. Compare with reduce.hpp: a tree is
// pairwise summation, which is why a GPU's sum is usually closer to the exact one than a loop's.
//
// All take n elements, any n.
#pragma once

#include <cstddef>

namespace baseline {

// Nearly exact for floats: a double has 29 more bits.
double sum_in_double(const float* in, std::size_t n);

// Halves, halves of halves, down to pieces of 32 elements: an element goes through about log2(n) roundings, not n.
float sum_pairwise(const float* in, std::size_t n);

// Kahan's method: the part that an addition rounds away is kept and added to the next element. The error hardly
// depends on n. Infinities do not work: the part they round away is NaN. Four times the operations.
float sum_kahan(const float* in, std::size_t n);

}  // namespace baseline
