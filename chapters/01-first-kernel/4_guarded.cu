// Guarded: one launch with enough blocks for all elements; threads past the end do nothing. This is the kernel that CUDA
// programs begin with. Compare with 3_many_blocks.cu: the number of blocks is rounded up, and the kernel checks that its
// element exists.
//
// Predicted: the counts of 3 in one launch. At most one warp has lanes on both sides of the end: one divergent warp, however
// large n is, and none where n is a multiple of 32.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace add::guarded {

constexpr int kThreads = 256;

static __global__ void add_kernel(float* sum, const float* a, const float* b, std::size_t n) {
    // region: kernel
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
    // end region
}

// a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
void add(float* sum, const float* a, const float* b, std::size_t n) {
    // region: launch
    if (n == 0) return;  // a grid of 0 blocks is an error
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>((n + kThreads - 1) / kThreads));
    add_kernel<<<grid, block>>>(sum, a, b, n);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

// For programs/measuring/block_sizes.cu, which launches it in blocks of other sizes.
const void* kernel() { return reinterpret_cast<const void*>(add_kernel); }

}  // namespace add::guarded
