// fails: a thread for every element | never written
// Rounds in which some threads have nothing to do are left out.
#include <cstddef>

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t round = 0; round < n / threads; ++round) {
        const std::size_t i = round * threads + thread;
        c[i] = a[i] + b[i];
    }
}
