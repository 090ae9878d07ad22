// Checks on the device that all values of an array are inside the range for which a faster kernel is right. The host
// does not wait for the answer, which stays in a word on the device. Then the host launches the faster kernel and the
// general one. Each reads the word, and the one that is not wanted returns at once.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/cuda/check.hpp"

namespace gpu {

constexpr unsigned kAllInside = 0;
constexpr unsigned kSomeOutside = 1;

constexpr unsigned kCheckThreads = 256;

// At most one atomic operation a warp, and none if all its values are inside.
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

// Sets *answer to kSomeOutside if a value is not inside, and otherwise leaves it. All pointers are to the device's
// memory.
template <class Element, class Inside>
void look_at(unsigned* answer, const Element* values, std::size_t count, Inside inside, cudaStream_t stream) {
    constexpr std::size_t kMostBlocks = 132 * 8;
    const std::size_t blocks = (count + kCheckThreads - 1) / kCheckThreads;
    const dim3 grid(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks));
    const dim3 block(kCheckThreads);
    check_kernel<<<grid, block, 0, stream>>>(answer, values, count, inside);
    CUDA_CHECK(cudaGetLastError());
}

// Sets *answer to kAllInside or kSomeOutside.
template <class Element, class Inside>
void check_all(unsigned* answer, const Element* values, std::size_t count, Inside inside) {
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    look_at(answer, values, count, inside, nullptr);
}

// Inside: a float that is neither negative nor a NaN. -0 is inside.
struct NotNegative {
    __device__ bool operator()(float value) const { return value >= 0; }
};

}  // namespace gpu
