// Solution of exercise 01.3: a grid-stride loop. Each thread begins at its own number and goes on by the number of threads in
// the grid, so neighbouring lanes always have neighbouring elements. Compare with rung 5 of the ladder,
// chapters/01-first-kernel/5_grid_stride.cu.
#include <cstddef>

// c[i] = a[i] + b[i] for all i below n, in any one-dimensional grid and block.
__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = thread; i < n; i += threads) c[i] = a[i] + b[i];
}
