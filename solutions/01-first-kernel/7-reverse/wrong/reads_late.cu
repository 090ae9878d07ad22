// fails: every element is where it belongs | elements are wrong
// Stores the first element before it has loaded what it is about to overwrite.
#include "common/cuda/check.hpp"

static __global__ void reverse_kernel(float* data, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    data[i] = data[n - 1 - i];
    data[n - 1 - i] = data[i];
}

void reverse(float* data, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    reverse_kernel<<<grid, block>>>(data, n);
    CUDA_CHECK(cudaGetLastError());
}
