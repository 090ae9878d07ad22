// Exercise 01.5: this function returns success, whatever happened. Let it return the launch's error.
//
// make check EX=01.5 says where you stand.
#include <cuda_runtime.h>

#include <cstddef>

static __global__ void scale_kernel(float* data, std::size_t n, float factor) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

// your work begins
// Multiplies n elements on the device in blocks of `threads` threads, at least 1. Returns cudaSuccess, also for n = 0, or the
// error with which the runtime refused the launch.
cudaError_t scale(float* data, std::size_t n, float factor, unsigned threads) {
    const dim3 block(threads);
    const dim3 grid(static_cast<unsigned>((n + threads - 1) / threads));
    scale_kernel<<<grid, block>>>(data, n, factor);
    return cudaSuccess;
}
// your work ends
