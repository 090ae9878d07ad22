// Solution of exercise 04.1: a block's threads load a tile of A and one of B together, and take their factors from there.
// Compare with rung 4, chapters/04-matmul/4_shared_memory.cu, which does the same for any size.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads, one for each element of its tile of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];
    float sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * k + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + col];
        __syncthreads();  // the tiles are there
        for (unsigned i = 0; i < kTile; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
        __syncthreads();  // the next tiles overwrite them
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
