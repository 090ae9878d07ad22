// Declarations of everything libcudart.so.13 exports that we implement: NVIDIA's header, and the calls that
// nvcc's generated host code makes and no header of the toolkit declares for us.
//
// Included before anything else that might include cuda_runtime_api.h: here the declarations get default
// visibility, while the rest of the library is compiled hidden.
#pragma once

#define CUDA_ENABLE_DEPRECATED  // we define the deprecated calls; no need to be warned of them
#pragma GCC visibility push(default)
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

extern "C" {

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
// name_ptds. Work runs in the order in which it is issued, so both kinds of default stream behave alike: one
// body serves both names.
#define SIMT_ALSO_AS(name, alias_name) \
    extern "C" __attribute__((visibility("default"))) decltype(name) alias_name __attribute__((alias(#name)))
