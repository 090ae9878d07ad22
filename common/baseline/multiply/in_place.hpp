// multiply_blocked with little packing: A is read where it lies, and B too, but for a strip of it that serves many tiles. Packing copies
// m * k + k * n elements before the first tile; here a strip is copied just before its use, into a near cache, and A not at all.
// blocked.hpp says up to which size that pays.
#pragma once

#include "common/baseline/multiply/blocked.hpp"

namespace baseline::multiply {

// Whether multiply_in_place can compute this product: C has as many columns as a tile, and some rows for each thread;
// and no column of C is computed twice, or beta is 0.
bool can_be_in_place(const Gemm& gemm, const Plan& plan);

// How many of the threads that are allowed a product in place uses: at least one, and no more than have enough to do.
std::size_t threads_that_pay(const Gemm& gemm, std::size_t allowed);

// C has the same bits as from packed panels.
void multiply_in_place(const Gemm& gemm, const Plan& plan);

}  // namespace baseline::multiply
