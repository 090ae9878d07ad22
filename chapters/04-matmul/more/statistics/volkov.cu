// See volkov.hpp.
#include "chapters/04-matmul/more/statistics/volkov.hpp"

#include "common/cuda/check.hpp"
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

void multiply(const Gemm& gemm) {
    const dim3 block(kBlockX, kBlockY);
    const dim3 grid(static_cast<unsigned>(gemm.n / kCols), static_cast<unsigned>(gemm.m / kRows));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace volkov
