// fails: every element is where it belongs | race: two threads
// A barrier between loads and stores: it holds a block together, and the partner is in another block.
#include "common/cuda/check.hpp"

static __global__ void reverse_kernel(float* data, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    float value = 0;
    if (i < n) value = data[n - 1 - i];
    __syncthreads();
    if (i < n) data[i] = value;
}

void reverse(float* data, std::size_t n) {
    reverse_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(data, n);
    CUDA_CHECK(cudaGetLastError());
}
