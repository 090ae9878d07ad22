// One thread: the loop of a C++ program, moved to the GPU as it is. It is right, and it is the slowest kernel of this
// course: one thread of one multiprocessor works, and waits for each element in turn. Compare with add_serial in
// common/baseline/add.cpp: the loop is the same.
//
// Predicted: 1 lane of 32 is active in every instruction; every request moves a sector of 32 bytes and uses 4 of them.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace add::one_thread {

static __global__ void add_kernel(float* sum, const float* a, const float* b, std::size_t n) {
    // region: kernel
    for (std::size_t i = 0; i < n; ++i) sum[i] = a[i] + b[i];
    // end region
}

// a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
void add(float* sum, const float* a, const float* b, std::size_t n) {
    // region: launch
    const dim3 block(1);
    const dim3 grid(1);
    add_kernel<<<grid, block>>>(sum, a, b, n);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace add::one_thread
