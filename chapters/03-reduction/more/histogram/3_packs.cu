// New base: packs of 16 bytes, and the bytes before and after them, replace single bytes.
//
// Packs: a thread takes 16 bytes with one load, and there are fewer blocks, each with more of the array. The second rung loads
// one byte at a time, a sector for each warp, and waits for it before it can count. On a short array its many blocks spend
// more on their counters than on the bytes. Compare with 2_privatised.cu: the loop and the number of blocks.
//
// Predicted: a sixteenth of the load requests, with 16 sectors each. The atomics in shared memory stay: one for each byte.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"

namespace histogram::packs {

constexpr unsigned kBins = 256;
constexpr unsigned kThreads = 512;
constexpr unsigned kBlocksPerMultiprocessor = 4;   // × 512 = 2048 threads, all that a multiprocessor holds
constexpr unsigned kPacksAtLeast = 4;              // of a thread, if there are as many
constexpr std::size_t kMostOfABlock = 0xffffffff;  // bytes: what a 32-bit counter counts

static __global__ void histogram_kernel(unsigned long long* counts, gpu::Packed<std::uint8_t> array) {
    // region: kernel
    __shared__ unsigned own[kBins];
    for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
    __syncthreads();
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t p = first; p < array.packs; p += step) {
        const gpu::Pack<std::uint8_t> pack = array.pack(p);
#pragma unroll
        for (const std::uint8_t byte : pack.element) atomicAdd(&own[byte], 1u);
    }
    if (first < array.head) atomicAdd(&own[array.in[first]], 1u);
    if (array.tail() + first < array.n) atomicAdd(&own[array.in[array.tail() + first]], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
        if (own[bin] > 0) atomicAdd(&counts[bin], static_cast<unsigned long long>(own[bin]));
    }
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
    const gpu::Packed<std::uint8_t> array(in, n);
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    constexpr std::size_t kPacksOfABlock = kThreads * kPacksAtLeast;
    const std::size_t busy = (array.packs + kPacksOfABlock - 1) / kPacksOfABlock;
    const std::size_t blocks = std::max({std::size_t{1}, std::min(at_once, busy), n / kMostOfABlock + 1});
    const dim3 grid(static_cast<unsigned>(blocks));
    const dim3 block(kThreads);
    histogram_kernel<<<grid, block>>>(reinterpret_cast<unsigned long long*>(counts), array);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace histogram::packs
