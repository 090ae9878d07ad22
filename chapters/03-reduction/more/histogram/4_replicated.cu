// Replicated: 32 copies of a block's counters, one for each lane of a warp, each in its own bank of shared memory. Counter v
// of lane l is word 32 v + l, which is in bank l. In the third rung, lanes whose counters are in one bank take turns; here no
// two lanes of a warp share a bank. At the end a thread adds up the copies of a counter. And a thread loads two packs before
// it counts the first: counting is fast now, so waiting for one pack at a time would show. Compare with 3_packs.cu.
//
// Predicted: the loads and atomics of rung 3, in little more time than reading takes, whatever the bytes are. A block has 32
// times as many words to clear and to add up.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"

namespace histogram::replicated {

constexpr unsigned kBins = 256;
constexpr unsigned kCopies = 32;  // a bank each
constexpr unsigned kThreads = 1024;
constexpr unsigned kBlocksPerMultiprocessor = 2;   // × 1024 = 2048 threads, all that a multiprocessor holds
constexpr unsigned kPacksAtLeast = 2;              // of a thread, if there are as many
constexpr std::size_t kMostOfABlock = 0xffffffff;  // bytes: what a 32-bit counter counts

using Pack = gpu::Pack<std::uint8_t>;

static __global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    histogram_kernel(unsigned long long* counts, gpu::Packed<std::uint8_t> array) {
    // region: kernel
    __shared__ unsigned own[kBins * kCopies];
    for (unsigned i = threadIdx.x; i < kBins * kCopies; i += blockDim.x) own[i] = 0;
    __syncthreads();
    const unsigned lane = threadIdx.x % kCopies;
    const auto count = [&](std::uint8_t byte) { atomicAdd(&own[byte * kCopies + lane], 1u); };
    const auto count_pack = [&](const Pack& pack) {
#pragma unroll
        for (const std::uint8_t byte : pack.element) count(byte);
    };
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    std::size_t p = first;
    for (; p + step < array.packs; p += 2 * step) {
        const Pack pack = array.pack(p);
        const Pack next = array.pack(p + step);
        count_pack(pack);
        count_pack(next);
    }
    if (p < array.packs) count_pack(array.pack(p));
    if (first < array.head) count(array.in[first]);
    if (array.tail() + first < array.n) count(array.in[array.tail() + first]);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
        unsigned sum = 0;
#pragma unroll
        for (unsigned i = 0; i < kCopies;
             ++i)  // neighbours begin with neighbouring copies: banks that differ
            sum += own[bin * kCopies + (bin + i) % kCopies];
        if (sum > 0) atomicAdd(&counts[bin], static_cast<unsigned long long>(sum));
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

}  // namespace histogram::replicated
