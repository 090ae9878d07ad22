// fails: blocks are of 16 x 16 threads, half as many, and everything goes through the tiles | it is launched as
// The two tiles lie below each other: as many loads, but of A, and other blocks.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads
constexpr unsigned kTiles = 2;  // of C for each block

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t m, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tile[kTiles][kTile][kTile];
    __shared__ float b_tile[kTile][kTile];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const std::size_t row = gpu::tile_y() * (kTiles * kTile) + y;
    const std::size_t col = gpu::tile_x() * kTile + x;
    const bool has_second = gpu::tile_y() * kTiles + 1 < m / kTile;
    float sum = 0, second_sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        a_tile[0][y][x] = a[row * k + first + x];
        if (has_second) a_tile[1][y][x] = a[(row + kTile) * k + first + x];
        b_tile[y][x] = b[(first + y) * n + col];
        __syncthreads();
        for (unsigned i = 0; i < kTile; ++i) {
            sum += a_tile[0][y][i] * b_tile[i][x];
            if (has_second) second_sum += a_tile[1][y][i] * b_tile[i][x];
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
    if (has_second) c[(row + kTile) * n + col] = second_sum;
}

// C = A * B on the device, row after row: A is m × k, B is k × n, C is m × n. All three are multiples of 16; n need not be one
// of 32.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(n / kTile, gpu::tiles_for(m, kTiles * kTile));
    multiply_kernel<<<grid, block>>>(c, a, b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
