// Reduces one value from each thread of a block to a single one: shuffles within each warp, then shuffles among the
// warps' results, which pass through 32 words of shared memory. One barrier. chapters/03-reduction reaches this in
// five rungs.
#pragma once

#include <cuda_runtime.h>

namespace gpu {

constexpr unsigned kWarpLanes = 32;

// Lane 0 receives the result of the warp's 32 values; other lanes return something else. All 32 lanes must call it.
template <class Element, class Operator>
__device__ Element warp_reduce(Element value, Operator op) {
#pragma unroll
    for (unsigned offset = kWarpLanes / 2; offset > 0; offset /= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset));
    return value;
}

// Thread 0 receives the result; other threads return something else. All threads of the block must call it, kThreads
// of them in one dimension. A second call in the same kernel needs a barrier before it: both write the same shared
// memory.
template <unsigned kThreads, class Element, class Operator>
__device__ Element block_reduce(Element value, Operator op) {
    constexpr unsigned kWarps = kThreads / kWarpLanes;
    static_assert(kThreads % kWarpLanes == 0 && kWarps <= kWarpLanes,
                  "whole warps, and one of them holds all results");
    __shared__ Element of_warp[kWarps];
    const unsigned lane = threadIdx.x % kWarpLanes;
    const unsigned warp = threadIdx.x / kWarpLanes;
    value = warp_reduce(value, op);
    if (lane == 0) of_warp[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < kWarps ? of_warp[lane] : op.identity();
        value = warp_reduce(value, op);
    }
    return value;
}

}  // namespace gpu
