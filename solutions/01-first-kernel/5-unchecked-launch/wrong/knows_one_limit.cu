// fails: a launch that is refused | a grid has at most 2147483647 blocks
// Launches, and compares the threads with the limit that it knows instead of asking what became of it.
#include <cstddef>

#include "common/cuda/check.hpp"

static __global__ void scale_kernel(float* data, std::size_t n, float factor) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

cudaError_t scale(float* data, std::size_t n, float factor, unsigned threads) {
    if (n == 0) return cudaSuccess;
    const dim3 block(threads);
    const dim3 grid(static_cast<unsigned>((n + threads - 1) / threads));
    scale_kernel<<<grid, block>>>(data, n, factor);
    static_cast<void>(cudaGetLastError());
    return threads > 1024 ? cudaErrorInvalidValue : cudaSuccess;
}
