// The arguments of a matrix multiplication, C = alpha * A * B + beta * C: the one parameter of every version of
// chapter 04. CPU and GPU share this header, so that all versions are called alike and compared on the same data; it
// includes nothing of CUDA. Compare with BLAS's sgemm, whose matrices are column-major; here they are row-major.
#pragma once

#include <cstddef>

// A is m x k, B is k x n, C is m x n. lda, ldb and ldc are the distances from one row to the next, in elements (lda
// >= k, ldb >= n, ldc >= n); the gap between two rows is neither read nor written. As in BLAS, C is not read if beta
// == 0 (it may hold NaN), and C = beta * C if k == 0. alpha == 0 is not special: A and B are read, and a NaN in them
// reaches C (BLAS would not read them). Pointers are to device memory for a GPU version, to host memory for a CPU
// version, and aligned to 4 bytes only.
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
