// One value from each thread of a block becomes one of all: by shuffles within each warp, then, through 32 words of shared
// memory, by shuffles among the warps' results. One barrier. chapters/03-reduction climbs to this in five rungs.
#pragma once

#include <cuda_runtime.h>

namespace gpu {

constexpr unsigned kWarpLanes = 32;

// The result of the warp's 32 values is lane 0's; other lanes return something else. All 32 lanes must call it.
template <class Element, class Operator>
__device__ Element warp_reduce(Element value, Operator op) {
#pragma unroll
    for (unsigned offset = kWarpLanes / 2; offset > 0; offset /= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset));
    return value;
}

// The result is thread 0's; other threads return something else. All threads of the block must call it, kThreads of them in
// one dimension. Before a second call in the same kernel there must be a barrier: it writes the same shared memory.
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
