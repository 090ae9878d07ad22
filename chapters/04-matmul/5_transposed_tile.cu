// Transposed tile: the tile of B is transposed in shared memory, so that each thread reads both of its operands along a row. Li,
// Ranka and Sahni found that rows are faster for a single thread, and show what that does to its neighbours; this is the step
// between their GPU4 and GPU5. Compare with 4_shared_memory.cu: two indices have changed places, in the store and in the load.
//
// Predicted: the same loads from global memory. In shared memory sixteen neighbouring lanes now read a column of the tile, words 16
// apart. On 32 banks they fall into 2, and an access takes 8 wavefronts; on the 16 banks of compute capability 1.3 a whole half-warp
// falls into one, and it takes 16.
#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace transposed_tile {

constexpr unsigned kTile = 16;

static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];  // b_tile[x][y] is the element of row y and column x
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

// Any size and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace transposed_tile
