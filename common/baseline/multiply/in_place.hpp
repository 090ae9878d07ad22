// multiply_blocked without packing: A and B are read where they lie. Packing copies m * k + k * n elements; in place a
// copy is saved, but a step of k goes to another row of B, on another page if the row is long. blocked.cpp says up to
// which size that pays.
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
