// fails: a thread for every element | never written
// Every block begins at element 0: the place in the grid is forgotten.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    static_cast<void>(thread);
    for (std::size_t i = threadIdx.x; i < n; i += threads) c[i] = a[i] + b[i];
}
