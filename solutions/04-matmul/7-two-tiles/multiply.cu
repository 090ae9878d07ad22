// Solution of exercise 04.7: a block has two tiles of C beside each other, and loads A's tile once for both. Compare with
// chapters/04-matmul/programs/parts/textbook/tiles_per_block.cu, which has one, two or four.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads
constexpr unsigned kTiles = 2;  // of C for each block

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTiles][kTile][kTile];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const std::size_t row = gpu::tile_y() * kTile + y;
    const std::size_t col = gpu::tile_x() * (kTiles * kTile) + x;    // in the block's first tile
    const bool has_second = gpu::tile_x() * kTiles + 1 < n / kTile;  // the same for the whole block

    float sum = 0, second_sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        a_tile[y][x] = a[row * k + first + x];
        b_tile[0][y][x] = b[(first + y) * n + col];
        if (has_second) b_tile[1][y][x] = b[(first + y) * n + col + kTile];
        __syncthreads();
        for (unsigned i = 0; i < kTile; ++i) {
            sum += a_tile[y][i] * b_tile[0][i][x];
            if (has_second) second_sum += a_tile[y][i] * b_tile[1][i][x];
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
    if (has_second) c[row * n + col + kTile] = second_sum;
}

// C = A * B on the device, row after row: A is m × k, B is k × n, C is m × n. All three are multiples of 16; n need not be one
// of 32.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(n, kTiles * kTile), m / kTile);
    multiply_kernel<<<grid, block>>>(c, a, b, n, k);
    CUDA_CHECK(cudaGetLastError());
}
