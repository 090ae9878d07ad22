// fails: nothing to do is no error | left an error behind
// Launches 0 blocks, and says that all is well without asking.
#include <cstddef>

#include "common/cuda/check.hpp"

static __global__ void scale_kernel(float* data, std::size_t n, float factor) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

cudaError_t scale(float* data, std::size_t n, float factor, unsigned threads) {
    const dim3 block(threads);
    const dim3 grid(static_cast<unsigned>((n + threads - 1) / threads));
    scale_kernel<<<grid, block>>>(data, n, factor);
    if (n == 0) return cudaSuccess;
    return cudaGetLastError();
}
