// One block: 1,024 threads, the most that a block may have, share the loop. Thread t takes elements t, t + 1024, t + 2048 …,
// so neighbouring threads have neighbouring elements. Compare with 1_one_thread.cu: the loop starts and steps differently.
//
// Predicted: all 32 lanes active except in the last round; 4 sectors per request, every byte of them used. But a block runs on
// one multiprocessor, and an H200 has 131 more.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace add::one_block {

constexpr int kThreads = 1024;  // the most that a block may have

static __global__ void add_kernel(float* sum, const float* a, const float* b, std::size_t n) {
    // region: kernel
    // Thread t has elements t, t + 1024, t + 2048 …
    for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) sum[i] = a[i] + b[i];
    // end region
}

// a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
void add(float* sum, const float* a, const float* b, std::size_t n) {
    // region: launch
    const dim3 block(kThreads);
    const dim3 grid(1);
    add_kernel<<<grid, block>>>(sum, a, b, n);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace add::one_block
