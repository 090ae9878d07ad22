// Declarations of every function of libcudart.so.13 that we implement:
// - those of NVIDIA's header;
// - the calls in nvcc's generated host code, which no header declares for us;
// - calls that the headers of older toolkits (from 11.8) lack or declare differently.
// The emulator answers as CUDA 13, whichever toolkit builds it; older/ has the differences for programs of older
// toolkits.
//
// Include this file before anything that may include cuda_runtime_api.h: the declarations get default visibility
// here, while the rest of the library is compiled hidden.
#pragma once

#define CUDA_ENABLE_DEPRECATED  // we define the deprecated calls and want no warnings about them
#pragma GCC visibility push(default)
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#undef cudaGetDeviceProperties  // CUDA 12's header gives this name to another function

extern "C" {

typedef struct CUkern_st* cudaKernel_t;

// Calls that CUDA 11.8 does not have.
cudaError_t cudaFuncGetName(const char** name, const void* function);
cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* size);
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);

// Calls that fill a structure for which older headers have fewer fields (layouts.hpp), under their own names.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);

// Calls whose parameters differ in older headers: our own name in C++, CUDA's name in the library.
#define SIMT_NAMED(name) __asm__(#name)
cudaError_t cuda13_mem_advise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                              cudaMemLocation location) SIMT_NAMED(cudaMemAdvise);
cudaError_t cuda13_mem_prefetch(const void* pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                cudaStream_t stream) SIMT_NAMED(cudaMemPrefetchAsync);
// result: a cudaDriverEntryPointQueryResult.
cudaError_t cuda13_driver_entry_point(const char* name, void** function, unsigned long long flags,
                                      int* result) SIMT_NAMED(cudaGetDriverEntryPoint);
cudaError_t cuda13_driver_entry_point_by_version(const char* name, void** function, unsigned version,
                                                 unsigned long long flags, int* result)
    SIMT_NAMED(cudaGetDriverEntryPointByVersion);
#undef SIMT_NAMED

// Registration, from constructors that run before main.
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** module);
void __cudaUnregisterFatBinary(void** module);
void __cudaRegisterFunction(void** module, const char* host_function, char* device_function,
                            const char* device_name, int thread_limit, uint3* thread, uint3* block,
                            dim3* block_dim, dim3* grid_dim, int* warp_size);
void __cudaRegisterVar(void** module, char* host_variable, char* device_address, const char* device_name,
                       int external, size_t size, int constant, int global);
void __cudaRegisterManagedVar(void** module, void** host_pointer, char* device_address,
                              const char* device_name, int external, size_t size, int constant, int global);
void __cudaRegisterHostVar(void** module, const char* device_name, char* host_variable, size_t size);
char __cudaInitModule(void** module);

// Launches: kernel<<<grid, block, shared, stream>>>(arguments) pushes, gets the kernel, pops and launches.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared, cudaStream_t stream);

}  // extern "C"
#pragma GCC visibility pop

// Per-thread default streams (nvcc --default-stream per-thread) have entry points of their own, name_ptsz or
// name_ptds. Work runs in the order of issue, so both kinds of default stream behave alike and one body serves both
// names.
#define SIMT_ALSO_AS(name, alias_name) \
    extern "C" __attribute__((visibility("default"))) decltype(name) alias_name __attribute__((alias(#name)))

// The same for a function whose C++ name differs from its name in the library.
#define SIMT_NAMED_ALSO_AS(function, name, alias_name)                                                       \
    extern "C"                                                                                               \
        __attribute__((visibility("default"))) decltype(function) alias_of_##alias_name __asm__(#alias_name) \
            __attribute__((alias(#name)))
