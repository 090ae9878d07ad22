// fails: every element gets its own computation | never written
// A pair of warps is given 32 elements in place of 64.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"

static __global__ void transform_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t warp = thread / 32;
    const std::size_t lane = thread % 32;
    const std::size_t i = warp / 2 * 32 + lane * 2 + warp % 2;
    if (i >= n) return;
    if (warp % 2 == 0)
        out[i] = work::even(in[i]);
    else
        out[i] = work::odd(in[i]);
}

void transform(float* out, const float* in, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    transform_kernel<<<grid, block>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
