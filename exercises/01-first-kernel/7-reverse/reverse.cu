// Exercise 01.7: this kernel may load elements that other threads have already overwritten. Reverse the array in place,
// without a second one.
//
// make check EX=01.7 says where you stand.
#include "common/cuda/check.hpp"

// your work begins
static __global__ void reverse_kernel(float* data, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) data[i] = data[n - 1 - i];
}
// your work ends

// Reverses n elements on the device, at least two.
void reverse(float* data, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    reverse_kernel<<<grid, block>>>(data, n);
    CUDA_CHECK(cudaGetLastError());
}
