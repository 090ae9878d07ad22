// Naive: every thread computes one element of C, and loads a row of A and a column of B for it. Its row comes from threadIdx.x, as in
// a formula with the row first. But the lanes of a warp differ in threadIdx.x first, so they lie below each other in C. Compare with
// 1_coalesced.cu, where the two indices change places.
//
// Predicted: for each k a warp loads 32 elements of A in 32 rows (32 sectors) and one of B (1 sector): 33 sectors for 32
// multiplications. A store of C takes 32 sectors.
#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace naive {

static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    const std::size_t row = gpu::tile_x() * blockDim.x + threadIdx.x;
    const std::size_t col = gpu::tile_y() * blockDim.y + threadIdx.y;
    if (row >= gemm.m || col >= gemm.n) return;
    float sum = 0;
    for (std::size_t k = 0; k < gemm.k; ++k) {
        const float a = gemm.a[row * gemm.lda + k];  // A[row][k]
        const float b = gemm.b[k * gemm.ldb + col];  // B[k][col]
        sum += a * b;
    }
    float* const c = gemm.c + row * gemm.ldc + col;
    *c = gpu::gemm_result(gemm, sum, c);
    // end region
}

// Any size and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(256, 1);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.m, block.x), gpu::tiles_for(gemm.n, block.y));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace naive
