// fails: every element is where it belongs | it calls cudaMemcpy
// A second array, which the runtime copies back: the kernel moves each element once, and it is moved twice.
#include "common/cuda/buffer.hpp"

static __global__ void reversed_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}

void reverse(float* data, std::size_t n) {
    gpu::Buffer<float> second(n);
    reversed_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(second.data(), data, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(data, second.data(), n * sizeof(float), cudaMemcpyDeviceToDevice));
}
