// fails: no lane waits for the other computation | a quarter more for its indices
// Computes both for every element and keeps one: nobody waits, and nothing is won.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"

static __global__ void transform_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t warp = thread / 32;
    const std::size_t lane = thread % 32;
    static_cast<void>(warp + lane);
    if (thread >= n) return;
    const float even = work::even(in[thread]);
    const float odd = work::odd(in[thread]);
    out[thread] = thread % 2 == 0 ? even : odd;
}

void transform(float* out, const float* in, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    transform_kernel<<<grid, block>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
