// The sgemm of MAGMA BLAS 0.2, after Volkov and Demmel, as Li, Ranka and Sahni describe it: very like their GPU7, for matrices
// that lie column by column, in blocks of (16, 4) threads. Turned over for ours, that is a tile of 16 x 64, whose columns are a
// thread's each, and a tile of A of 16 x 16. Its transactions (5 n³/1024 + n²/16) and its 1160 bytes of shared memory say the
// same: sixteen rows of 17 words, and the arguments. It is counted, not measured; compare with 8_round_robin.cuh.
#pragma once

#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"

namespace volkov {

constexpr unsigned kBlockX = 16;
constexpr unsigned kBlockY = 4;
constexpr unsigned kRows = 16;
constexpr unsigned kCols = kBlockX * kBlockY;
constexpr unsigned kDepth = 16;

// Of sizes that tile.
static __global__ void multiply_kernel(Gemm gemm) {
    __shared__ float a_tile[kDepth][kRows + 1];
    const unsigned x = threadIdx.x;
    const std::size_t first_row = blockIdx.y * kRows;
    const std::size_t col = blockIdx.x * kCols + kBlockX * threadIdx.y + x;
    const float* b = gemm.b + col;
    float sum[kRows] = {};
    for (std::size_t first = 0; first < gemm.k; first += kDepth) {
        for (unsigned row = threadIdx.y; row < kRows; row += kBlockY)
            a_tile[x][row] = gemm.a[(first_row + row) * gemm.lda + first + x];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            const float b_in = b[k * gemm.ldb];
#pragma unroll
            for (unsigned i = 0; i < kRows; ++i) sum[i] += a_tile[k][i] * b_in;
        }
        b += kDepth * gemm.ldb;
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < kRows; ++i) {
        float* const c = gemm.c + (first_row + i) * gemm.ldc + col;
        *c = gpu::gemm_result(gemm, sum[i], c);
    }
}

// m a multiple of 16, n of 64, k of 16.
inline void multiply(const Gemm& gemm) {
    const dim3 block(kBlockX, kBlockY);
    const dim3 grid(static_cast<unsigned>(gemm.n / kCols), static_cast<unsigned>(gemm.m / kRows));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace volkov
