// Asynchronous copies from global to shared memory: cp.async, compute capability 8.0 and newer. The data needs no
// registers, and the thread continues at once. Copies form groups: commit() closes a group, and wait<N>() waits until
// all but the newest N of this thread's groups have arrived. Other threads see the data after a barrier that follows
// the wait. <cuda_pipeline.h> offers the same, but there the choice between copying and writing zeros is best made at
// compile time.
#pragma once

#include <cuda_runtime.h>

namespace gpu {

// The address in shared memory that the copies below take.
__device__ inline unsigned shared_address(const void* shared) {
    return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

// Starts the copy of kBytes, 4 or 16, between addresses that are multiples of kBytes. If not `inside`, reads nothing
// and writes zeros.
template <unsigned kBytes>
__device__ void copy_async(unsigned to_shared, const float* from_global, bool inside = true) {
    static_assert(kBytes == 4 || kBytes == 16, "cp.async moves 4, 8 or 16 bytes");
    const unsigned read = inside ? kBytes : 0;
    if constexpr (kBytes == 16) {
        // .cg bypasses the L1 cache, which need not hold data that goes to shared memory.
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to_shared), "l"(from_global),
                     "r"(read)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to_shared), "l"(from_global),
                     "r"(read)
                     : "memory");
    }
}

template <unsigned kBytes>
__device__ void copy_async(float* to_shared, const float* from_global, bool inside = true) {
    copy_async<kBytes>(shared_address(to_shared), from_global, inside);
}

__device__ inline void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

template <unsigned kGroupsStillOnTheirWay>
__device__ void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(kGroupsStillOnTheirWay) : "memory");
}

}  // namespace gpu
