// fails: every element is loaded once and stored once | 1 each
// One thread exchanges all pairs: right, and a sector for each single element.
#include "common/cuda/check.hpp"

static __global__ void reverse_kernel(float* data, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i != 0) return;
    for (std::size_t front = 0, back = n - 1; front < back; ++front, --back) {
        const float value = data[front];
        data[front] = data[back];
        data[back] = value;
    }
}

void reverse(float* data, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    reverse_kernel<<<grid, block>>>(data, n);
    CUDA_CHECK(cudaGetLastError());
}
