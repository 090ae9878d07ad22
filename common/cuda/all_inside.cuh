// Whether all values of an array are inside a range that a faster kernel is right for: what the device finds out by itself, without the
// host having to wait and ask. The check leaves a word on the device; two kernels are launched behind it, each looks at the word, and
// the one that is not wanted returns.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/cuda/check.hpp"

namespace gpu {

constexpr unsigned kAllInside = 0;
constexpr unsigned kSomeOutside = 1;

constexpr unsigned kCheckThreads = 256;

// One atomic operation a warp at most, and none where all is well.
template <class Element, class Inside>
static __global__ void check_kernel(unsigned* answer, const Element* values, std::size_t count,
                                    Inside inside) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kCheckThreads;
    bool all = true;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kCheckThreads + threadIdx.x; i < count;
         i += step)
        all = all && inside(values[i]);
    if (__any_sync(0xffffffff, !all) && threadIdx.x % 32 == 0) atomicOr(answer, kSomeOutside);
}

// *answer becomes kSomeOutside if one of the values is not inside, and stays what it was otherwise. All pointers are the device's.
template <class Element, class Inside>
void look_at(unsigned* answer, const Element* values, std::size_t count, Inside inside, cudaStream_t stream) {
    constexpr std::size_t kMostBlocks = 132 * 8;
    const std::size_t blocks = (count + kCheckThreads - 1) / kCheckThreads;
    const dim3 grid(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks));
    const dim3 block(kCheckThreads);
    check_kernel<<<grid, block, 0, stream>>>(answer, values, count, inside);
    CUDA_CHECK(cudaGetLastError());
}

// *answer becomes kAllInside or kSomeOutside.
template <class Element, class Inside>
void check_all(unsigned* answer, const Element* values, std::size_t count, Inside inside) {
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    look_at(answer, values, count, inside, nullptr);
}

// A float that is neither negative nor a NaN. -0 is inside.
struct NotNegative {
    __device__ bool operator()(float value) const { return value >= 0; }
};

}  // namespace gpu
