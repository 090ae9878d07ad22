// fails: loads and stores are coalesced in a small grid | 1 each
// Right in any grid, and 31 lanes of 32 have nothing to do.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    static_cast<void>(threads);
    if (thread == 0)
        for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
