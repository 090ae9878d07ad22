// fails: a launch that works | it calls cudaMemcpy
// The CPU multiplies; the kernel that is launched does nothing.
#include <cstddef>
#include <vector>

#include "common/cuda/check.hpp"

static __global__ void idle_kernel() {}

cudaError_t scale(float* data, std::size_t n, float factor, unsigned threads) {
    if (n == 0) return cudaSuccess;
    if (threads > 1024) return cudaErrorInvalidValue;
    std::vector<float> elements(n);
    CUDA_CHECK(cudaMemcpy(elements.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (float& element : elements) element *= factor;
    idle_kernel<<<1, 1>>>();
    return cudaMemcpy(data, elements.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
