// fails: every element gets its own computation | never written
// The last pair of warps is not whole: where n is 33, one warp has no thread for element 1 of the pair.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"

static __global__ void transform_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t pair = thread % 64;
    const std::size_t i = thread - pair + (pair < 32 ? 2 * pair : 2 * (pair - 32) + 1);
    if (i >= n || thread >= n) return;
    if (pair < 32)
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
