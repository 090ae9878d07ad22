// fails: every step of 16 takes one barrier | each warp waits at 0 barriers more than with k = 16
// Tiles of 32, one buffer: as few barriers in all, and nothing is loaded while it multiplies.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads, one for each element of its tile of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tiles[2][kTile][kTile];
    __shared__ float b_tiles[2][kTile][kTile];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const std::size_t row = gpu::tile_y() * kTile + y;
    const std::size_t col = gpu::tile_x() * kTile + x;

    float sum = 0;
    for (std::size_t first = 0; first < k; first += 2 * kTile) {
        for (unsigned half = 0; half < 2 && first + half * kTile < k; ++half) {
            a_tiles[half][y][x] = a[row * k + first + half * kTile + x];
            b_tiles[half][y][x] = b[(first + half * kTile + y) * n + col];
        }
        __syncthreads();
        for (unsigned half = 0; half < 2 && first + half * kTile < k; ++half)
            for (unsigned i = 0; i < kTile; ++i) sum += a_tiles[half][y][i] * b_tiles[half][i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// C = A * B on the device, row after row: A is m × k, B is k × n, C is m × n. All three are multiples of 16.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(n / kTile, m / kTile);
    multiply_kernel<<<grid, block>>>(c, a, b, n, k);
    CUDA_CHECK(cudaGetLastError());
}
