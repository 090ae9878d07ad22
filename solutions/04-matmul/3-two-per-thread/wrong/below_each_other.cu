// fails: threads have two elements each, and no shared memory | it is launched as
// Two elements below each other, in blocks of another shape: as many requests, and no float2.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kThreadsAcross = 32, kThreadsDown = 4;
constexpr unsigned kPerThread = 2;  // elements of a row of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    const std::size_t row = gpu::tile_y() * kThreadsDown * 2 + threadIdx.y * 2;
    const std::size_t col = (gpu::tile_x() * kThreadsAcross + threadIdx.x);
    float2 sum = make_float2(0, 0);
    for (std::size_t i = 0; i < k; ++i) {
        const float from_b = b[i * n + col];
        sum.x += a[row * k + i] * from_b;
        sum.y += a[(row + 1) * k + i] * from_b;
    }
    c[row * n + col] = sum.x;
    c[(row + 1) * n + col] = sum.y;
}

// C = A * B on the device, row after row: A is m × k, B is k × n, C is m × n. m is a multiple of 8, n of 64; b and c begin at
// multiples of 256 bytes.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kThreadsAcross, kThreadsDown);
    const dim3 grid = gpu::tile_grid(n / (kThreadsAcross), m / (kThreadsDown * kPerThread));
    multiply_kernel<<<grid, block>>>(c, a, b, n, k);
    CUDA_CHECK(cudaGetLastError());
}
