// fails: loads and stores are coalesced in a small grid | elements are added several times
// Goes on by the threads of its own block alone: every block adds what the blocks after it add too.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    static_cast<void>(threads);
    for (std::size_t i = thread; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}
