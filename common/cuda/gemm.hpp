// What a matrix multiplication is given: C = alpha * A * B + beta * C, the one argument of every version of chapter 04.
// One header for the CPU and for the GPU, so that each version is called the same way and compared on the same data;
// it includes nothing of CUDA. Compare with BLAS's sgemm, whose matrices lie column by column; here they lie row by row.
#pragma once

#include <cstddef>

// A is m x k, B is k x n, C is m x n. lda, ldb and ldc are the elements from one row to the next (lda >= k, ldb >= n,
// ldc >= n); what lies between the end of one row and the start of the next is neither read nor written.
// As BLAS has it: with beta == 0, C is not read (it may hold NaN); with k == 0, C = beta * C. alpha == 0 is a factor like
// any other: A and B are read, and a NaN in them reaches C (BLAS would not read them). The pointers are to the device's
// memory for a GPU version, to the host's for a CPU version, aligned as floats are and no further.
struct Gemm {
    std::size_t m, n, k;
    float alpha;
    const float* a;
    std::size_t lda;
    const float* b;
    std::size_t ldb;
    float beta;
    float* c;
    std::size_t ldc;
};
