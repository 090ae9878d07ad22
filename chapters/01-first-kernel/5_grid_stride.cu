// Grid-stride: as many blocks as the GPU runs at once, and a loop that steps by all threads of the grid. The kernel is right
// for any grid and any block, even one thread, so you can choose the launch for speed alone. Compare with 4_guarded.cu: the
// if has become a for.
//
// Predicted: the requests and sectors of rung 4, by fewer threads: each computes its index once for several elements.
#include <algorithm>
#include <cstddef>

#include "common/cuda/check.hpp"

namespace add::grid_stride {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;  // × 256 = 2048 threads, all that a multiprocessor holds

static __global__ void add_kernel(float* sum, const float* a, const float* b, std::size_t n) {
    // region: kernel
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    // Neighbouring threads have neighbouring elements, in every round.
    for (std::size_t i = first; i < n; i += step) sum[i] = a[i] + b[i];
    // end region
}

// a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
void add(float* sum, const float* a, const float* b, std::size_t n) {
    // region: launch
    if (n == 0) return;  // a grid of 0 blocks is an error
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(std::min(at_once, (n + kThreads - 1) / kThreads)));
    add_kernel<<<grid, block>>>(sum, a, b, n);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

// For programs/measuring/block_sizes.cu, which launches it in blocks of other sizes.
const void* kernel() { return reinterpret_cast<const void*>(add_kernel); }

}  // namespace add::grid_stride
