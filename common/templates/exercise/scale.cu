// Exercise NN.N: each thread scales four neighbouring elements, so a request's lanes are four elements apart. Let
// neighbouring lanes scale neighbouring elements.
//
// make check EX=NN.N says where you stand.
#include "common/cuda/check.hpp"

// your work begins
static __global__ void scale_kernel(float* data, std::size_t n, float factor) {
    const std::size_t first = 4 * (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x);
    for (std::size_t i = first; i < first + 4 && i < n; ++i) data[i] *= factor;
}
// your work ends

// Multiplies n elements on the device by the factor, at least one.
void scale(float* data, std::size_t n, float factor) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    scale_kernel<<<grid, block>>>(data, n, factor);
    CUDA_CHECK(cudaGetLastError());
}
