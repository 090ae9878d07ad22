// One, two or four tiles of C for each block of 16 × 16 threads: the granularity of threads (Kirk and Hwu, §5.5, Figure 5.17,
// exercise 5.10). With one tile it is their tiled kernel (Figure 5.6).
//
// Blocks whose tiles lie side by side load the same tiles of A. A block that has several of them loads A's once: of 4 tiles
// loaded for two tiles of C one is saved, of 8 for four tiles three. What it costs: registers and shared memory for each
// tile, and fewer blocks. Compare with rung 4, which has one tile, and rung 9, where the tile has grown wide for good.
#pragma once

#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/tile_grid.cuh"

namespace tiles_per_block {

constexpr unsigned kTile = 16;  // TILE_WIDTH in the book; a block has kTile × kTile threads

template <unsigned kTiles>
static __global__ void multiply_kernel(Gemm gemm) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTiles][kTile][kTile];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const std::size_t row = gpu::tile_y() * kTile + ty;
    const std::size_t first_col = gpu::tile_x() * (kTiles * kTile) + tx;  // of the thread's kTiles columns

    float sum[kTiles] = {};
    for (std::size_t first_k = 0; first_k < gemm.k; first_k += kTile) {
        const std::size_t a_col = first_k + tx, b_row = first_k + ty;
        a_tile[ty][tx] = row < gemm.m && a_col < gemm.k ? gemm.a[row * gemm.lda + a_col] : 0;
#pragma unroll
        for (unsigned tile = 0; tile < kTiles; ++tile) {
            const std::size_t col = first_col + tile * kTile;
            b_tile[tile][ty][tx] = b_row < gemm.k && col < gemm.n ? gemm.b[b_row * gemm.ldb + col] : 0;
        }
        __syncthreads();
        // region: products
        for (unsigned k = 0; k < kTile; ++k) {
            const float a = a_tile[ty][k];  // one for all tiles
#pragma unroll
            for (unsigned tile = 0; tile < kTiles; ++tile) sum[tile] += a * b_tile[tile][k][tx];
        }
        // end region
        __syncthreads();  // before the tiles are overwritten
    }

    if (row >= gemm.m) return;
#pragma unroll
    for (unsigned tile = 0; tile < kTiles; ++tile) {
        const std::size_t col = first_col + tile * kTile;
        if (col >= gemm.n) continue;
        float& c = gemm.c[row * gemm.ldc + col];
        c = gemm.beta == 0 ? gemm.alpha * sum[tile] : gemm.alpha * sum[tile] + gemm.beta * c;
    }
}

// kTiles is 1, 2 or 4; the block's tiles lie side by side.
template <unsigned kTiles>
inline void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTiles * kTile), gpu::tiles_for(gemm.m, kTile));
    multiply_kernel<kTiles><<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace tiles_per_block
