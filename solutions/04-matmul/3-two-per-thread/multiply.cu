// Solution of exercise 04.3: a thread has two neighbours of a row of C. One element of A serves both, and their elements of B
// lie beside each other: a float2. Compare with rung 2, chapters/04-matmul/2_one_by_two.cu, which does the same for any size.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kThreadsAcross = 32, kThreadsDown = 8;
constexpr unsigned kPerThread = 2;  // elements of a row of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    const std::size_t row = gpu::tile_y() * kThreadsDown + threadIdx.y;
    const std::size_t col = (gpu::tile_x() * kThreadsAcross + threadIdx.x) * kPerThread;
    float2 sum = make_float2(0, 0);
    for (std::size_t i = 0; i < k; ++i) {
        const float from_a = a[row * k + i];
        // b[i][col] and b[i][col + 1]
        const float2 from_b = *reinterpret_cast<const float2*>(&b[i * n + col]);
        sum.x += from_a * from_b.x;
        sum.y += from_a * from_b.y;
    }
    reinterpret_cast<float2*>(c)[(row * n + col) / 2] = sum;
}

// C = A * B on the device, row after row: A is m × k, B is k × n, C is m × n. m is a multiple of 8, n of 64; b and c begin at
// multiples of 256 bytes.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kThreadsAcross, kThreadsDown);
    const dim3 grid = gpu::tile_grid(n / (kThreadsAcross * kPerThread), m / kThreadsDown);
    multiply_kernel<<<grid, block>>>(c, a, b, n, k);
    CUDA_CHECK(cudaGetLastError());
}
