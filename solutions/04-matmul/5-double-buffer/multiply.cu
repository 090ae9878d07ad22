// Solution of exercise 04.5: while a step's tiles are multiplied, the next ones are loaded into registers, and then stored into the
// buffers that no thread reads. Compare with chapters/04-matmul/12_double_buffered.cu, where cp.async needs no registers.
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
    float next_a = a[row * k + x];  // of the step to come
    float next_b = b[y * n + col];
    unsigned buffer = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        a_tiles[buffer][y][x] = next_a;
        b_tiles[buffer][y][x] = next_b;
        // Who is past this barrier has stored this step's tiles, and so has multiplied those of the step before: the other
        // buffer is free.
        __syncthreads();
        if (first + kTile < k) {
            next_a = a[row * k + first + kTile + x];
            next_b = b[(first + kTile + y) * n + col];
        }
        for (unsigned i = 0; i < kTile; ++i) sum += a_tiles[buffer][y][i] * b_tiles[buffer][i][x];
        buffer = 1 - buffer;
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
