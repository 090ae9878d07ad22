// fails: a launch that is refused | it returned the right error and has launched nothing
// Knows both limits, and never asks.
#include <cstddef>

#include "common/cuda/check.hpp"

static __global__ void scale_kernel(float* data, std::size_t n, float factor) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

cudaError_t scale(float* data, std::size_t n, float factor, unsigned threads) {
    if (n == 0) return cudaSuccess;
    if (threads > 1024 || (n + threads - 1) / threads > 2147483647) return cudaErrorInvalidValue;
    const dim3 block(threads);
    const dim3 grid(static_cast<unsigned>((n + threads - 1) / threads));
    scale_kernel<<<grid, block>>>(data, n, factor);
    return cudaSuccess;
}
