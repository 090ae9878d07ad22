// Atomics: 256 reductions at once. Every byte adds one to the counter of its value, in global memory. If two threads add to
// one counter, the atomic keeps both additions, but one thread waits for the other: 256 counters lie in 64 sectors, and all
// threads of the GPU want them.
//
// Predicted: one atomic for each byte, 32 for a warp's request, all in the cache. The array itself is read once.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace histogram::atomics {

constexpr unsigned kBins = 256;
constexpr unsigned kThreads = 256;
constexpr unsigned kBlocksPerMultiprocessor = 8;  // × 256 = 2048 threads, all that a multiprocessor holds

static __global__ void histogram_kernel(unsigned long long* counts, const std::uint8_t* in, std::size_t n) {
    // region: kernel
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = first; i < n; i += step) atomicAdd(&counts[in[i]], 1ull);
    // end region
}

// counts[v] = how many of the n bytes at `in` are v, for each v of 0 … 255; both on the device. Any n.
void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n) {
    CUDA_CHECK(cudaMemsetAsync(counts, 0, kBins * sizeof *counts));
    if (n == 0) return;  // a grid of 0 blocks is an error
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    const dim3 grid(static_cast<unsigned>(std::min(at_once, (n + kThreads - 1) / kThreads)));
    const dim3 block(kThreads);
    histogram_kernel<<<grid, block>>>(reinterpret_cast<unsigned long long*>(counts), in, n);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace histogram::atomics
