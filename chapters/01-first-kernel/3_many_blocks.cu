// Many blocks: a thread for each element, and no loop. Blocks run on all multiprocessors, in any order. A grid consists of
// whole blocks, so the elements left at the end get a second launch, of one smaller block. Compare with 2_one_block.cu: the
// loop is gone, and the block's number is part of the index.
//
// Predicted: all lanes active, 4 sectors per request. Two launches, unless n is a multiple of 256.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace add::many_blocks {

constexpr int kThreads = 256;

static __global__ void add_kernel(float* sum, const float* a, const float* b) {
    // region: kernel
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    sum[i] = a[i] + b[i];
    // end region
}

// a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
void add(float* sum, const float* a, const float* b, std::size_t n) {
    // region: launch
    const std::size_t whole = n / kThreads * kThreads;
    if (whole > 0) {  // a grid of 0 blocks is an error
        const dim3 block(kThreads);
        const dim3 grid(static_cast<unsigned>(whole / kThreads));
        add_kernel<<<grid, block>>>(sum, a, b);
        CUDA_CHECK(cudaGetLastError());
    }
    if (n > whole) {
        const dim3 block(static_cast<unsigned>(n - whole));
        const dim3 grid(1);
        add_kernel<<<grid, block>>>(sum + whole, a + whole, b + whole);
        CUDA_CHECK(cudaGetLastError());
    }
    // end region
}

}  // namespace add::many_blocks
