// The roof: reads everything and keeps next to nothing, as a reduction must. Each thread takes packs of 16 bytes and combines
// their words by exclusive or, which costs nothing beside the loads. The result is of no use, but a compiler leaves out loads
// whose result is never used. So it is stored if the host asks for it, and the host never does.
#include <algorithm>
#include <cstddef>

#include "common/cuda/check.hpp"

namespace read_only {

constexpr unsigned kThreads = 512;
constexpr unsigned kBlocksPerMultiprocessor = 4;  // × 512 = 2048 threads, all that a multiprocessor holds
constexpr unsigned kInFlight = 4;                 // packs that a thread loads before it needs the first

static __global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    read_kernel(unsigned* out, const uint4* in, std::size_t packs, bool keep) {
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    unsigned mixture = 0;
    std::size_t p = first;
    for (; p + (kInFlight - 1) * step < packs; p += kInFlight * step) {
        uint4 loaded[kInFlight];
#pragma unroll
        for (unsigned k = 0; k < kInFlight; ++k) loaded[k] = in[p + k * step];
#pragma unroll
        for (unsigned k = 0; k < kInFlight; ++k)
            mixture ^= loaded[k].x ^ loaded[k].y ^ loaded[k].z ^ loaded[k].w;
    }
    for (; p < packs; p += step) mixture ^= in[p].x ^ in[p].y ^ in[p].z ^ in[p].w;
    if (keep) out[0] = mixture;
    if (first == 0) out[0] = 0;
}

// Reads `bytes` bytes at `in`, which start at a multiple of 16, except the last bytes % 16; sets the word at `out` to 0.
void read(unsigned* out, const void* in, std::size_t bytes) {
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t packs = bytes / sizeof(uint4);
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    const std::size_t busy = std::max<std::size_t>(1, (packs + kThreads - 1) / kThreads);
    const dim3 grid(static_cast<unsigned>(std::min(at_once, busy)));
    const dim3 block(kThreads);
    read_kernel<<<grid, block>>>(out, static_cast<const uint4*>(in), packs, false);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace read_only
