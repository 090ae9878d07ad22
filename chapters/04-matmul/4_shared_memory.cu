// New base: rung 1's kernel again, because tiles are another idea than more elements for each thread.
//
// Shared memory: a block computes a tile of 16 x 16 elements of C, and goes through A and B in tiles of the same size. It loads each
// tile into shared memory once and reads it sixteen times (GPU4 of Li, Ranka and Sahni; most books call it tiled multiplication).
// Compare with 1_coalesced.cu, where every thread loads all of its row and its column itself.
//
// Predicted: a sixteenth of coalesced's loads, n^3/8 elements in place of 2 n^3, all in full sectors; in exchange 2 n^3 loads from
// shared memory. They have no bank conflict: a warp's two rows of threads read one word of A each, and the same sixteen neighbours
// of B. As old GPUs count, n^3/128 + n^2/16 transactions.
#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace shared_memory {

constexpr unsigned kTile = 16;

static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];
    const unsigned x = threadIdx.x;
    const unsigned y = threadIdx.y;
    const std::size_t row = gpu::tile_y() * kTile + y;
    const std::size_t col = gpu::tile_x() * kTile + x;
    float sum = 0;
    for (std::size_t first = 0; first < gemm.k; first += kTile) {
        // Elements beyond the edge of A or B are zero, which adds nothing.
        const bool in_a = row < gemm.m && first + x < gemm.k;
        const bool in_b = first + y < gemm.k && col < gemm.n;
        a_tile[y][x] = in_a ? gemm.a[row * gemm.lda + first + x] : 0;
        b_tile[y][x] = in_b ? gemm.b[(first + y) * gemm.ldb + col] : 0;
        __syncthreads();  // the tiles are complete
        // A[row][first + k] * B[first + k][col]
        for (unsigned k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();  // the next tiles overwrite them
    }
    // end region
    if (row >= gemm.m || col >= gemm.n) return;
    float* const c = gemm.c + row * gemm.ldc + col;
    *c = gpu::gemm_result(gemm, sum, c);
}

// Any size and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace shared_memory
