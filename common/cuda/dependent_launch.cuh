// Programmatic dependent launch, compute capability 9.0 and newer. Blocks of the next kernel of a stream start while
// the last blocks of this kernel still work, and wait before they read its results. On other devices the next kernel
// starts after this one.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/cuda/check.hpp"

namespace gpu {

// In the first kernel: from here on, blocks of the next kernel may start.
__device__ inline void let_next_kernel_come() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// In the second kernel: waits until the first one has finished.
__device__ inline void wait_for_kernel_before() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Launches the second kernel, in the default stream. shared_bytes: of dynamic shared memory.
template <class... Parameters, class... Arguments>
void launch_dependent(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                      Arguments... arguments) {
    int device = 0;
    int major = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    cudaLaunchAttribute overlap = {};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &overlap;
    config.numAttrs = major >= 9 ? 1 : 0;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

}  // namespace gpu
