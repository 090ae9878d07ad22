// fails: loads and stores are coalesced in a small grid | 32 each
// Each thread adds neighbouring elements one after the other: at any moment the lanes of a warp are a piece apart.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    const std::size_t piece = (n + threads - 1) / threads;
    for (std::size_t i = thread * piece; i < (thread + 1) * piece && i < n; ++i) c[i] = a[i] + b[i];
}
