// Coalesced: the row comes from threadIdx.y and the column from threadIdx.x, so lanes are neighbours in a row of C (GPU1 of Li,
// Ranka and Sahni). The block's shape matters too: blocks of (256, 1) and of (1, 256) run the same code, and a warp loads 5 sectors
// in one and 33 in the other. Compare with 0_naive.cu: two indices have changed places.
//
// Predicted, blocks at least 32 wide: for each k a warp loads one element of A (1 sector) and 32 neighbours in a row of B
// (4 sectors), so 5 sectors for 32 multiplications; as old GPUs count, n^3/8 + n^2/16 transactions for n x n. Blocks of 1
// column: 32 elements of A in 32 rows, 33 sectors, and 17 n^3/16 + n^2 transactions.
#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace coalesced {

static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    const std::size_t col = gpu::tile_x() * blockDim.x + threadIdx.x;
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

// Any size and leading dimension, in blocks of any shape.
void multiply(const Gemm& gemm, dim3 block) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, block.x), gpu::tiles_for(gemm.m, block.y));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

void multiply(const Gemm& gemm) { multiply(gemm, dim3(256, 1)); }

// For programs/measuring/block_shapes.cpp, which asks how many blocks of it fit on a multiprocessor.
const void* kernel() { return reinterpret_cast<const void*>(multiply_kernel); }

}  // namespace coalesced
