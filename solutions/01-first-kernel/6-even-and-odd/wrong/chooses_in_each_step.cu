// fails: each element is given one of the two computations | call them as they are in work.cuh
// One loop for all lanes, which computes both steps and chooses.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"

static __global__ void transform_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (thread >= n) return;
    float value = in[thread];
    for (int step = 0; step < work::kSteps; ++step) {
        const float even = value * 0.5f + 1;
        const float odd = 2 - value * value * 0.25f;
        value = thread % 2 == 0 ? even : odd;
    }
    out[thread] = value;
}

void transform(float* out, const float* in, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    transform_kernel<<<grid, block>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
