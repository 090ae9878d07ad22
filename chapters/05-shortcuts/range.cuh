// Whether all lengths are ones that a faster form is right for: what the device finds out by itself, without the host having to
// wait and ask. The check leaves a word on the device; two kernels are launched, and each looks at the word first.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "chapters/05-shortcuts/forms.cuh"
#include "common/cuda/check.hpp"

namespace range {

constexpr unsigned kAllInside = 0;
constexpr unsigned kSomeOutside = 1;

constexpr unsigned kThreads = 256;

// One atomic operation a warp at most, and none where all is well.
template <class Element, class Inside>
static __global__ void check_kernel(unsigned* answer, const Element* values, std::size_t count,
                                    Inside inside) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    bool all = true;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < count; i += step)
        all = all && inside(values[i]);
    if (__any_sync(0xffffffff, !all) && threadIdx.x % 32 == 0) atomicOr(answer, kSomeOutside);
}

// *answer becomes kSomeOutside if one of the values is outside, and stays what it was otherwise.
template <class Element, class Inside>
void look_at(unsigned* answer, const Element* values, std::size_t count, Inside inside, cudaStream_t stream) {
    constexpr std::size_t kMostBlocks = 132 * 8;
    const dim3 grid(
        static_cast<unsigned>(std::min<std::size_t>(kMostBlocks, (count + kThreads - 1) / kThreads)));
    const dim3 block(kThreads);
    check_kernel<<<grid, block, 0, stream>>>(answer, values, count, inside);
    CUDA_CHECK(cudaGetLastError());
}

// *answer becomes kAllInside or kSomeOutside. All pointers are the device's.
template <class Element, class Inside>
void check(unsigned* answer, const Element* values, std::size_t count, Inside inside) {
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    look_at(answer, values, count, inside, nullptr);
}

// Neither negative nor a NaN. -0 is inside: it is the smallest of all integers, and equals the smallest length.
struct NotNegative {
    __device__ bool operator()(float length) const { return length >= 0; }
};

// What 16 bits are enough for.
struct Fits16 {
    __device__ bool operator()(std::int32_t length) const {
        return length == forms::kNoRoad32 || (length >= 0 && length <= forms::kLongest16);
    }
};

}  // namespace range
