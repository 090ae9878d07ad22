// Vectorised: a thread moves four neighbouring floats with one instruction, a float4 of 16 bytes. Compare with
// 5_grid_stride.cu: the elements are float4, and the last n % 4 floats are added one by one. The grid is as large as the
// data again, which the loop allows: when a block ends, the next one takes its place at once.
//
// The address of a float4 must be a multiple of 16 bytes. Addresses from cudaMalloc are; one in the middle of an array may
// not be, and then all elements are added one by one, as in rung 5.
//
// Predicted: a quarter of the requests with 16 sectors each, so the same sectors; fewer instructions for each element; and
// more bytes in flight, which keep the memory busy. At most two divergent warps, one at the end of each loop.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace add::vectorised {

constexpr int kThreads = 256;
constexpr std::size_t kMostBlocks = 0x7fffffff;  // of a grid; the kernel's loop takes the rest
constexpr std::size_t kWidth = sizeof(float4) / sizeof(float);

// vectors: the number of float4 at the start of the arrays; the floats after them are added one by one.
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
