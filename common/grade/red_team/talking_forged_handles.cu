// 02.1, not solved, "is not an address that an allocation returned": streams, events, kernels and symbols that the emulator never gave out, and host functions at wild
// addresses.
#include <cuda_runtime_api.h>

#include <cstdint>

bool breached() {
    for (std::uintptr_t handle : {std::uintptr_t{1}, std::uintptr_t{3}, std::uintptr_t{0x1000},
                                  ~std::uintptr_t{0}, std::uintptr_t{0x4141414141414141}}) {
        const auto stream = reinterpret_cast<cudaStream_t>(handle);
        const auto event = reinterpret_cast<cudaEvent_t>(handle);
        void* const wild = reinterpret_cast<void*>(handle);
        cudaStreamSynchronize(stream);
        cudaEventRecord(event, stream);
        cudaStreamWaitEvent(stream, event, 0);
        cudaEventDestroy(event);
        cudaStreamDestroy(stream);
        cudaLaunchHostFunc(nullptr, reinterpret_cast<cudaHostFn_t>(wild), wild);
        cudaFree(wild);
        cudaFreeHost(wild);
        cudaFuncAttributes attributes;
        cudaFuncGetAttributes(&attributes, wild);
        void* argument = wild;
        cudaLaunchKernel(wild, dim3(1), dim3(1), &argument, 0, stream);
        cudaGetSymbolAddress(&argument, wild);
        cudaGetLastError();
    }
    return false;
}

#include "transpose_if_breached.cuh"
