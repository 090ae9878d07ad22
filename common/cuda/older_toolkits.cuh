// Features of newer toolkits, under CUDA's names. A rung that includes this header compiles from CUDA 11.8 on. The
// PTX is the same.
#pragma once

#include <cuda_runtime.h>

#ifdef __CUDACC__

// CUDA 12.8's atomic loads and stores: 64-bit words, relaxed, device scope.
#if CUDART_VERSION < 12080

enum { __NV_ATOMIC_RELAXED = 0 };
enum { __NV_THREAD_SCOPE_DEVICE = 3 };

__device__ inline unsigned long long __nv_atomic_load_n(const unsigned long long* word, int, int) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}

__device__ inline void __nv_atomic_store_n(unsigned long long* word, unsigned long long value, int, int) {
    asm volatile("st.relaxed.gpu.b64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

#endif

#if CUDART_VERSION < 12000

// Programmatic dependent launch (Hopper and later).

__device__ inline void cudaGridDependencySynchronize() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" : : : "memory");
#endif
}

__device__ inline void cudaTriggerProgrammaticLaunchCompletion() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" : : : "memory");
#endif
}

#endif
#endif
