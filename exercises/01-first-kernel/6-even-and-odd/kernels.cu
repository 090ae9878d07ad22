// One thread an element and one computation for all elements: the cost of a warp that runs only one of the two.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/one_kind.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"

namespace {

template <bool kEven>
__global__ void one_kind_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = kEven ? work::even(in[i]) : work::odd(in[i]);
}

}  // namespace

void one_kind(bool even, float* out, const float* in, std::size_t n) {
    const dim3 block(128), grid(static_cast<unsigned>((n + 127) / 128));
    (even ? one_kind_kernel<true> : one_kind_kernel<false>)<<<grid, block>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
