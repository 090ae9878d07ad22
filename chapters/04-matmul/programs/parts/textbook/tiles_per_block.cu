// See tiles_per_block.hpp.
#include "chapters/04-matmul/programs/parts/textbook/tiles_per_block.hpp"

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace tiles_per_block {

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

template <unsigned kTiles>
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTiles * kTile), gpu::tiles_for(gemm.m, kTile));
    multiply_kernel<kTiles><<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

template void multiply<1>(const Gemm& gemm);
template void multiply<2>(const Gemm& gemm);
template void multiply<4>(const Gemm& gemm);

}  // namespace tiles_per_block
