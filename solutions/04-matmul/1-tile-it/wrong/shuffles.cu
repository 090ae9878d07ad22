// fails: the factors come out of shared memory | shared loads: 0 wavefronts
// Each half of a warp keeps its part of the tiles in registers. Clever, and another lesson.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads, one for each element of its tile of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    float sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        const float from_a = a[row * k + first + threadIdx.x];
        float from_b[kTile];
        for (unsigned i = 0; i < kTile; ++i) from_b[i] = b[(first + i) * n + col];
        for (unsigned i = 0; i < kTile; ++i) sum += __shfl_sync(0xffffffff, from_a, i, kTile) * from_b[i];
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
