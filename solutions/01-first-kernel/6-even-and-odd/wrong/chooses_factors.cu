// fails: every element gets its own computation | elements are wrong
// Makes one polynomial of both, whose factors depend on the lane; it rounds once where odd rounds twice.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"

static __global__ void transform_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (thread >= n) return;
    const bool odd = thread % 2 != 0;
    const float square = odd ? -0.25f : 0.0f, linear = odd ? 0.0f : 0.5f, constant = odd ? 2.0f : 1.0f;
    float value = in[thread];
#pragma unroll 1
    for (int step = 0; step < work::kSteps; ++step)
        value = __fmaf_rn(value, __fmaf_rn(square, value, linear), constant);
    out[thread] = value;
}

void transform(float* out, const float* in, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    transform_kernel<<<grid, block>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
