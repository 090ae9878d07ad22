// Solution of exercise 03.11: each block has counters of its own in shared memory, takes 16 bytes with each load, and adds its counters to those
// of all at the end. Compare with chapters/03-reduction/more/histogram/3_packs.cu.
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "common/cuda/check.hpp"

constexpr unsigned kBins = 256;
constexpr unsigned kThreads = 256;
constexpr unsigned kBlocks = 32;

// counts[v] += how many of the n bytes are v. `in` begins at a multiple of 16 bytes.
static __global__ void histogram_kernel(unsigned* counts, const std::uint8_t* in, std::size_t n) {
    __shared__ unsigned own[kBins];
    own[threadIdx.x] = 0;  // as many threads as counters
    __syncthreads();
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    const std::size_t packs = n / sizeof(uint4);
    for (std::size_t p = first; p < packs; p += step) {
        const uint4 pack = reinterpret_cast<const uint4*>(in)[p];
        for (const unsigned word : {pack.x, pack.y, pack.z, pack.w})
            for (unsigned shift = 0; shift < 32; shift += 8) atomicAdd(&own[word >> shift & 255], 1u);
    }
    for (std::size_t i = packs * sizeof(uint4) + first; i < n; i += step) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

// *out = the smallest value that at least half of the elements do not exceed.
static __global__ void median_kernel(std::uint8_t* out, const unsigned* counts, std::size_t n) {
    std::size_t up_to_here = 0;
    unsigned value = 0;
    while (2 * (up_to_here += counts[value]) < n && value < kBins - 1) ++value;
    *out = static_cast<std::uint8_t>(value);
}

// *out = the median of the n bytes at `in`, at least one; both on the device. counts: room for 256 counters.
void median(std::uint8_t* out, const std::uint8_t* in, std::size_t n, unsigned* counts) {
    CUDA_CHECK(cudaMemsetAsync(counts, 0, kBins * sizeof *counts));
    const dim3 grid(kBlocks), block(kThreads);
    histogram_kernel<<<grid, block>>>(counts, in, n);
    CUDA_CHECK(cudaGetLastError());
    median_kernel<<<1, 1>>>(out, counts, n);
    CUDA_CHECK(cudaGetLastError());
}
