// fails: a thread for every element | out of bounds
// The guard is asked before the loop, not in each round.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    if (thread >= n) return;
    for (std::size_t i = thread; i < n + threads; i += threads) c[i] = a[i] + b[i];
}
