// Bank-conflict-free: rows of the transposed tile are longer than 16, so that a column's words lie in different banks (GPU5 of Li,
// Ranka and Sahni). Compare with 5_transposed_tile.cu: one constant has changed.
//
// How much longer depends on the banks. On 16 of them (compute capability 1.3) rows of 17 words are right for loads and stores. On
// 32, a warp has two rows of threads. Their loads want the same words, but their stores go to neighbouring words, and with rows of 17
// the last word of one row lies in the bank of the first word of the other. Rows of 18 keep the two apart, in even and odd banks.
//
// Predicted: no bank conflict. With rows of 17 on 32 banks, 2 wavefronts for each store of the tile, and 1 for each load.
#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace bank_conflict_free {

constexpr unsigned kTile = 16;
constexpr unsigned kRowFor16Banks = kTile + 1;
constexpr unsigned kRowFor32Banks = kTile + 2;

template <unsigned kRow>
static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kRow];  // b_tile[x][y] is the element of row y and column x
    const unsigned x = threadIdx.x;
    const unsigned y = threadIdx.y;
    const std::size_t row = gpu::tile_y() * kTile + y;
    const std::size_t col = gpu::tile_x() * kTile + x;
    float sum = 0;
    for (std::size_t first = 0; first < gemm.k; first += kTile) {
        const bool in_a = row < gemm.m && first + x < gemm.k;
        const bool in_b = first + y < gemm.k && col < gemm.n;
        a_tile[y][x] = in_a ? gemm.a[row * gemm.lda + first + x] : 0;
        b_tile[x][y] = in_b ? gemm.b[(first + y) * gemm.ldb + col] : 0;
        __syncthreads();  // the tiles are complete
        // A[row][first + k] * B[first + k][col]
        for (unsigned k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[x][k];
        __syncthreads();  // the next tiles overwrite them
    }
    // end region
    if (row >= gemm.m || col >= gemm.n) return;
    float* const c = gemm.c + row * gemm.ldc + col;
    *c = gpu::gemm_result(gemm, sum, c);
}

// Any size and leading dimension, with rows of kRow words.
template <unsigned kRow>
void multiply_in_rows_of(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    multiply_kernel<kRow><<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

void multiply(const Gemm& gemm) { multiply_in_rows_of<kRowFor32Banks>(gemm); }

// As the book has it.
void multiply_for_16_banks(const Gemm& gemm) { multiply_in_rows_of<kRowFor16Banks>(gemm); }

}  // namespace bank_conflict_free
