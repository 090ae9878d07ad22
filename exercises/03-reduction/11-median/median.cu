// Exercise 03.11: the median of a picture's bytes, by a histogram. All threads of the GPU add to the same 256 counters in global memory,
// byte by byte. Count in shared memory, and load 16 bytes at a time.
//
// make check EX=03.11 says where you stand.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

constexpr unsigned kBins = 256;
constexpr unsigned kThreads = 256;
constexpr unsigned kBlocks = 32;

// your work begins
// counts[v] += how many of the n bytes are v. `in` begins at a multiple of 16 bytes.
static __global__ void histogram_kernel(unsigned* counts, const std::uint8_t* in, std::size_t n) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < n; i += step)
        atomicAdd(&counts[in[i]], 1u);
}
// your work ends

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
