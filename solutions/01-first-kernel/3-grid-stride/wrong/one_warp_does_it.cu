// fails: all threads of the grid work | are added by one thread
// One warp adds everything, coalesced: the other 31 look on.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    const std::size_t stride = threads < 32 ? threads : 32;
    if (thread >= stride) return;
    for (std::size_t i = thread; i < n; i += stride) c[i] = a[i] + b[i];
}
