// fails: every element is where it belongs | 2 launches
// A second array after all: every element is moved twice.
#include "common/cuda/buffer.hpp"

static __global__ void reversed_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}

static __global__ void copy_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

void reverse(float* data, std::size_t n) {
    gpu::Buffer<float> second(n);
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    reversed_kernel<<<grid, block>>>(second.data(), data, n);
    copy_kernel<<<grid, block>>>(data, second.data(), n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
