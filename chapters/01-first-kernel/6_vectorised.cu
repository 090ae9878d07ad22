// Vectorised: a thread moves four neighbouring floats with one instruction, a float4 of 16 bytes. Compare with
// 5_grid_stride.cu: the elements are float4, and the last n % 4 floats are added by themselves. The grid is as large as the
// data again, which the loop does not mind: a block that ends is replaced at once, wherever it was.
//
// A float4 must lie at a multiple of 16 bytes. cudaMalloc's addresses do, an address in the middle of an array may not: then
// all elements are added one by one, as in 5.
//
// Predicted: a quarter of the requests with 16 sectors each, so the same sectors; fewer instructions for each element. More
// bytes are in flight at any moment, and that is what memory wants. At most two divergent warps, one at the end of each loop.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace add::vectorised {

constexpr int kThreads = 256;
constexpr std::size_t kMostBlocks = 0x7fffffff;  // of a grid; the kernel's loop does what is more
constexpr std::size_t kWidth = sizeof(float4) / sizeof(float);

// vectors: how many float4 there are at the start of the arrays; what follows is added float by float.
static __global__ void add_kernel(float* sum, const float* a, const float* b, std::size_t n,
                                  std::size_t vectors) {
    // region: kernel
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t v = first; v < vectors; v += step) {
        const float4 x = reinterpret_cast<const float4*>(a)[v];  // elements 4 v to 4 v + 3
        const float4 y = reinterpret_cast<const float4*>(b)[v];
        reinterpret_cast<float4*>(sum)[v] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    for (std::size_t i = kWidth * vectors + first; i < n; i += step) sum[i] = a[i] + b[i];
    // end region
}

static bool aligned(const float* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % sizeof(float4) == 0;
}

// a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
void add(float* sum, const float* a, const float* b, std::size_t n) {
    // region: launch
    if (n == 0) return;  // a grid of 0 blocks is an error
    const std::size_t vectors = aligned(a) && aligned(b) && aligned(sum) ? n / kWidth : 0;
    const std::size_t items = std::max(vectors, n - kWidth * vectors);  // of the longer loop
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(std::min(kMostBlocks, (items + kThreads - 1) / kThreads)));
    add_kernel<<<grid, block>>>(sum, a, b, n, vectors);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

// For programs/measuring/block_sizes.cu, which launches it in blocks of other sizes.
const void* kernel() { return reinterpret_cast<const void*>(add_kernel); }

}  // namespace add::vectorised
