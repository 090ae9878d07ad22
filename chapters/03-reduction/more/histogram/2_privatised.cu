// Privatised: each block has its own counters in shared memory, and at the end adds them to the global ones. It is the tree
// again, with two levels: first within a block, then among blocks. Compare with 1_atomics.cu: three loops instead of one.
//
// Predicted: 256 global atomics for each block, not one for each byte. The others are in shared memory, which is near, and
// where no other block interferes.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace histogram::privatised {

constexpr unsigned kBins = 256;
constexpr unsigned kThreads = 256;
constexpr unsigned kBlocksPerMultiprocessor = 8;   // × 256 = 2048 threads, all that a multiprocessor holds
constexpr std::size_t kMostOfABlock = 0xffffffff;  // bytes: what a 32-bit counter counts

static __global__ void histogram_kernel(unsigned long long* counts, const std::uint8_t* in, std::size_t n) {
    // region: kernel
    __shared__ unsigned own[kBins];
    for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
    __syncthreads();
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = first; i < n; i += step) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        atomicAdd(&counts[bin], static_cast<unsigned long long>(own[bin]));
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
    const std::size_t blocks =
        std::max(std::min(at_once, (n + kThreads - 1) / kThreads), n / kMostOfABlock + 1);
    const dim3 grid(static_cast<unsigned>(blocks));
    const dim3 block(kThreads);
    histogram_kernel<<<grid, block>>>(reinterpret_cast<unsigned long long*>(counts), in, n);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace histogram::privatised
