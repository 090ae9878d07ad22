// See column_major.hpp.
#include "chapters/04-matmul/programs/parts/textbook/column_major.hpp"

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace column_major {

constexpr unsigned kTile = 16;  // blocks of kTile × kTile threads
// A warp stores two columns of 16 elements: with 18 words from row to row they lie in 32 banks, with 17 in 31.
constexpr unsigned kPadded = kTile + 2;

__device__ inline void store(const Gemm& gemm, std::size_t row, std::size_t col, float sum) {
    if (row >= gemm.m || col >= gemm.n) return;
    float& c = gemm.c[row * gemm.ldc + col];
    c = gemm.beta == 0 ? gemm.alpha * sum : gemm.alpha * sum + gemm.beta * c;
}

// Each thread takes a row of A and a column of B from global memory.
static __global__ void simple_kernel(Gemm gemm) {
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    if (row >= gemm.m || col >= gemm.n) return;
    float sum = 0;
    for (std::size_t k = 0; k < gemm.k; ++k) sum += gemm.a[row * gemm.lda + k] * gemm.b[col * gemm.ldb + k];
    store(gemm, row, col, sum);
}

// Through shared memory. kTurned: lanes beside each other load elements of B that lie beside each other in memory; that is
// down a column, so the tile is stored turned, and padded against the bank conflicts of that.
template <bool kTurned>
static __global__ void tiled_kernel(Gemm gemm) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTurned ? kPadded : kTile];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const std::size_t first_row = gpu::tile_y() * kTile, first_col = gpu::tile_x() * kTile;
    // region: turned
    const unsigned k_of_b = kTurned ? tx : ty;  // the element of B's tile that this thread loads
    const unsigned col_of_b = kTurned ? ty : tx;
    // end region

    float sum = 0;
    for (std::size_t first_k = 0; first_k < gemm.k; first_k += kTile) {
        const std::size_t a_row = first_row + ty, a_col = first_k + tx;
        const std::size_t b_row = first_k + k_of_b, b_col = first_col + col_of_b;
        a_tile[ty][tx] = a_row < gemm.m && a_col < gemm.k ? gemm.a[a_row * gemm.lda + a_col] : 0;
        // region: load
        b_tile[k_of_b][col_of_b] = b_row < gemm.k && b_col < gemm.n ? gemm.b[b_col * gemm.ldb + b_row] : 0;
        // end region
        __syncthreads();
        for (unsigned k = 0; k < kTile; ++k) sum += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }
    store(gemm, first_row + ty, first_col + tx, sum);
}

static dim3 grid_for(const Gemm& gemm) {
    return gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
}

void simple(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = grid_for(gemm);
    simple_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

template <bool kTurned>
static void multiply_in_tiles(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = grid_for(gemm);
    tiled_kernel<kTurned><<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

void tiled(const Gemm& gemm) { multiply_in_tiles<false>(gemm); }
void turned(const Gemm& gemm) { multiply_in_tiles<true>(gemm); }

}  // namespace column_major
