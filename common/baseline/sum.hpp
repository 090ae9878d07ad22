// Ways to add floats, which differ in how much they round. The exact sum of floats needs more bits than a float has, so each
// addition may round, and which order and which help lose how much is a subject of its own. Compare with reduce.hpp: a tree is
// pairwise summation, which is why a GPU's sum is usually closer to the truth than a loop's.
//
// All take n elements, any n.
#pragma once

#include <cstddef>

namespace baseline {

// The truth for floats, nearly: a double has 29 more bits.
double sum_in_double(const float* in, std::size_t n);

// Halves, halves of halves, down to pieces of 32 elements: an element goes through about log2(n) roundings, not n.
float sum_pairwise(const float* in, std::size_t n);

// Kahan: what an addition rounds away is kept and added to the next element. n hardly matters any more; infinities do, since
// what they round away is not a number. Four times the operations.
float sum_kahan(const float* in, std::size_t n);

}  // namespace baseline
