// fails: blocks are of 16 x 16 threads, half as many, and everything goes through the tiles | it is launched as
// Two tiles of C, and two threads in the place of one: nothing has become coarser.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads
constexpr unsigned kTiles = 2;  // of C for each block

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTiles][kTile][kTile];
    const unsigned x = threadIdx.x % kTile, y = threadIdx.y, tile = threadIdx.x / kTile;
    const std::size_t row = gpu::tile_y() * kTile + y;
    const std::size_t col = gpu::tile_x() * (kTiles * kTile) + threadIdx.x;
    float sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        if (tile == 0) a_tile[y][x] = a[row * k + first + x];
        if (col < n) b_tile[tile][y][x] = b[(first + y) * n + col];
        __syncthreads();
        if (col < n)
            for (unsigned i = 0; i < kTile; ++i) sum += a_tile[y][i] * b_tile[tile][i][x];
        __syncthreads();
    }
    if (col < n) c[row * n + col] = sum;
}

// C = A * B on the device, row after row: A is m × k, B is k × n, C is m × n. All three are multiples of 16; n need not be one
// of 32.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(2 * kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(n, kTiles * kTile), m / kTile);
    multiply_kernel<<<grid, block>>>(c, a, b, n, k);
    CUDA_CHECK(cudaGetLastError());
}
