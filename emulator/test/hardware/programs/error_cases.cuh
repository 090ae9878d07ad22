// The calls that errors.cu tries: with memory and launches here. A case's own preparations are taken to succeed; it returns what the call in question answers.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace errors {

struct Case {
    const char* name;
    cudaError_t (*call)();
};

__device__ int variable[4];
int on_host[4];

__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded() {}
__global__ void with_argument(int* to) {
    if (to != nullptr) *to = 1;
}
__global__ void with_shared() {
    __shared__ int words[8192];
    words[threadIdx.x] = 1;
    __syncthreads();
    if (words[threadIdx.x ^ 1] == 0) variable[0] = 1;
}
__global__ void __cluster_dims__(4) in_clusters() {}
inline void host_function() {}

// 256 bytes of device memory, never freed: each case has memory of its own.
inline char* memory() {
    void* p = nullptr;
    static_cast<void>(cudaMalloc(&p, 256));
    return static_cast<char*>(p);
}
inline char* freed() {
    char* const p = memory();
    static_cast<void>(cudaFree(p));
    return p;
}
inline cudaStream_t stream() {
    cudaStream_t made = nullptr;
    static_cast<void>(cudaStreamCreate(&made));
    return made;
}
inline cudaEvent_t event(unsigned flags = 0) {
    cudaEvent_t made = nullptr;
    static_cast<void>(cudaEventCreateWithFlags(&made, flags));
    return made;
}
inline cudaError_t launched(dim3 grid, dim3 block, std::size_t shared = 0) {
    nothing<<<grid, block, shared>>>();
    return cudaPeekAtLastError();
}
inline cudaError_t launched_with(cudaLaunchAttribute attribute, dim3 grid, dim3 block) {
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, nothing);
}
inline cudaLaunchAttribute clusters(unsigned x) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {x, 1, 1};
    return attribute;
}
inline cudaError_t captured(cudaError_t (*call)(cudaStream_t)) {
    const cudaStream_t in = stream();
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaStreamBeginCapture(in, cudaStreamCaptureModeGlobal));
    const cudaError_t answer = call(in);
    static_cast<void>(cudaStreamEndCapture(in, &graph));
    return answer;
}

inline void add_memory(std::vector<Case>& all) {
    const auto add = [&](const char* name, cudaError_t (*call)()) { all.push_back({name, call}); };
    static void* p;
    static char host[256];
    add("malloc of 0 bytes", [] { return cudaMalloc(&p, 0); });
    add("malloc of a petabyte", [] { return cudaMalloc(&p, std::size_t{1} << 50); });
    add("malloc into null", [] { return cudaMalloc(static_cast<void**>(nullptr), 4); });
    add("free of null", [] { return cudaFree(nullptr); });
    add("free of host memory", [] { return cudaFree(host); });
    add("free twice", [] { return cudaFree(freed()); });
    add("free inside an allocation", [] { return cudaFree(memory() + 4); });
    add("free of pinned memory", [] { return cudaMallocHost(&p, 64), cudaFree(p); });
    add("free_host of device memory", [] { return cudaFreeHost(memory()); });
    add("free_host of null", [] { return cudaFreeHost(nullptr); });
    add("free_host of malloc", [] { return cudaFreeHost(host); });
    add("host_alloc with unknown flags", [] { return cudaHostAlloc(&p, 64, 0x80); });
    add("host_alloc of 0 bytes", [] { return cudaHostAlloc(&p, 0, 0); });
    add("managed of 0 bytes", [] { return cudaMallocManaged(&p, 0); });
    add("managed with unknown flags", [] { return cudaMallocManaged(&p, 64, 7); });
    add("pitched of width 0", [] {
        static std::size_t pitch;
        return cudaMallocPitch(&p, &pitch, 0, 4);
    });
    add("copy to a wild device pointer",
        [] { return cudaMemcpy(reinterpret_cast<void*>(16), host, 16, cudaMemcpyHostToDevice); });
    add("copy from a wild device pointer",
        [] { return cudaMemcpy(host, reinterpret_cast<void*>(16), 16, cudaMemcpyDeviceToHost); });
    add("copy to null", [] { return cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice); });
    add("copy of 0 bytes to null", [] { return cudaMemcpy(nullptr, host, 0, cudaMemcpyHostToDevice); });
    add("copy host to device into host memory",
        [] { return cudaMemcpy(host, host + 128, 16, cudaMemcpyHostToDevice); });
    add("copy device to host from host memory",
        [] { return cudaMemcpy(host, host + 128, 16, cudaMemcpyDeviceToHost); });
    add("copy host to host with device memory",
        [] { return cudaMemcpy(memory(), memory(), 16, cudaMemcpyHostToHost); });
    add("copy device to device with host memory",
        [] { return cudaMemcpy(memory(), host, 16, cudaMemcpyDeviceToDevice); });
    add("copy host to device from device memory",
        [] { return cudaMemcpy(memory(), memory(), 16, cudaMemcpyHostToDevice); });
    add("copy by default between host memories",
        [] { return cudaMemcpy(host, host + 128, 16, cudaMemcpyDefault); });
    add("copy of an unknown kind",
        [] { return cudaMemcpy(memory(), host, 16, static_cast<cudaMemcpyKind>(77)); });
    add("copy past the end of its allocation", [] {
        static char much[16 << 20];
        return cudaMemcpy(memory(), much, sizeof much, cudaMemcpyHostToDevice);
    });
    add("copy to freed memory", [] { return cudaMemcpy(freed(), host, 16, cudaMemcpyHostToDevice); });
    add("copy in a destroyed stream", [] {
        const cudaStream_t gone = stream();
        static_cast<void>(cudaStreamDestroy(gone));
        return cudaMemcpyAsync(memory(), host, 16, cudaMemcpyHostToDevice, gone);
    });
    add("copy_2d wider than its pitch",
        [] { return cudaMemcpy2D(memory(), 8, host, 16, 12, 2, cudaMemcpyHostToDevice); });
    add("copy_2d wider than the source's pitch",
        [] { return cudaMemcpy2D(memory(), 16, host, 8, 12, 2, cudaMemcpyHostToDevice); });
    add("copy_2d of height 0",
        [] { return cudaMemcpy2D(memory(), 16, host, 16, 12, 0, cudaMemcpyHostToDevice); });
    add("copy_3d of nothing", [] {
        cudaMemcpy3DParms how = {};
        return cudaMemcpy3D(&how);
    });
    add("memset of null", [] { return cudaMemset(nullptr, 0, 16); });
    add("memset of 0 bytes of null", [] { return cudaMemset(nullptr, 0, 0); });
    add("memset of host memory", [] { return cudaMemset(host, 0, 16); });
    add("memset of freed memory", [] { return cudaMemset(freed(), 0, 16); });
    add("memset of a gigabyte of 256 bytes", [] { return cudaMemset(memory(), 0, std::size_t{1} << 42); });
    add("memset_2d wider than its pitch", [] { return cudaMemset2D(memory(), 8, 0, 12, 2); });
    add("symbol that is none", [] { return cudaMemcpyToSymbol(on_host, host, 4); });
    add("symbol of null", [] { return cudaMemcpyToSymbol(static_cast<const void*>(nullptr), host, 4); });
    add("symbol copied past its end", [] { return cudaMemcpyToSymbol(variable, host, 17); });
    add("symbol copied at an offset past its end", [] { return cudaMemcpyToSymbol(variable, host, 4, 16); });
    add("symbol copied at an offset of -4",
        [] { return cudaMemcpyToSymbol(variable, host, 4, static_cast<std::size_t>(-4)); });
    add("symbol copied the wrong way",
        [] { return cudaMemcpyToSymbol(variable, host, 4, 0, cudaMemcpyDeviceToHost); });
    add("symbol read the wrong way",
        [] { return cudaMemcpyFromSymbol(host, variable, 4, 0, cudaMemcpyHostToDevice); });
    add("address of a symbol that is none", [] { return cudaGetSymbolAddress(&p, on_host); });
    add("size of a symbol that is none", [] {
        static std::size_t size;
        return cudaGetSymbolSize(&size, on_host);
    });
    add("registered twice", [] { return cudaHostRegister(host, 64, 0), cudaHostRegister(host, 64, 0); });
    add("unregistered twice", [] { return cudaHostUnregister(host), cudaHostUnregister(host); });
    add("registered null", [] { return cudaHostRegister(nullptr, 64, 0); });
    add("registered 0 bytes", [] { return cudaHostRegister(host, 0, 0); });
    add("device pointer of plain host memory",
        [] { return cudaHostGetDevicePointer(&p, std::malloc(64), 0); });
    add("attributes of a host pointer", [] {
        cudaPointerAttributes a;
        return cudaPointerGetAttributes(&a, host);
    });
    add("attributes of null", [] {
        cudaPointerAttributes a;
        return cudaPointerGetAttributes(&a, nullptr);
    });
    add("attributes of a freed pointer", [] {
        cudaPointerAttributes a;
        return cudaPointerGetAttributes(&a, freed());
    });
    add("malloc_async of 0 bytes", [] { return cudaMallocAsync(&p, 0, nullptr); });
    add("free_async of null", [] { return cudaFreeAsync(nullptr, nullptr); });
    add("free_async of host memory", [] { return cudaFreeAsync(host, nullptr); });
    add("memory info into null", [] { return cudaMemGetInfo(nullptr, nullptr); });
    add("advice on memory that is not managed", [] {
        return cudaMemAdvise(memory(), 64, cudaMemAdviseSetReadMostly,
                             cudaMemLocation{cudaMemLocationTypeDevice, 0});
    });
    add("prefetch of memory that is not managed", [] {
        return cudaMemPrefetchAsync(memory(), 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, nullptr);
    });
}

inline void add_launches(std::vector<Case>& all) {
    const auto add = [&](const char* name, cudaError_t (*call)()) { all.push_back({name, call}); };
    add("grid of 0", [] { return launched(0, 32); });
    add("block of 0", [] { return launched(1, 0); });
    add("block of 1025", [] { return launched(1, 1025); });
    add("block of 32 x 33", [] { return launched(1, dim3(32, 33)); });
    add("block of 1 x 1 x 65", [] { return launched(1, dim3(1, 1, 65)); });
    add("grid of 1 x 65536", [] { return launched(dim3(1, 65536), 1); });
    add("grid of 1 x 1 x 65536", [] { return launched(dim3(1, 1, 65536), 1); });
    add("grid of 2^31", [] { return launched(dim3(1u << 31), 1); });
    add("49153 bytes of shared memory", [] { return launched(1, 1, 49153); });
    add("static and 20000 bytes of shared memory", [] {
        with_shared<<<1, 32, 20000>>>();
        return cudaPeekAtLastError();
    });
    add("a gigabyte of shared memory", [] { return launched(1, 1, 1 << 30); });
    add("attribute of too much shared memory",
        [] { return cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449); });
    add("attribute of all shared memory, static too", [] {
        return cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448);
    });
    add("attribute of -1 bytes",
        [] { return cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, -1); });
    add("attribute that is unknown",
        [] { return cudaFuncSetAttribute(nothing, static_cast<cudaFuncAttribute>(99), 0); });
    add("carveout of 101 per cent",
        [] { return cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, 101); });
    add("attribute of a host function",
        [] { return cudaFuncSetAttribute(host_function, cudaFuncAttributeMaxDynamicSharedMemorySize, 0); });
    add("more threads than launch bounds", [] {
        bounded<<<1, 128>>>();
        return cudaPeekAtLastError();
    });
    add("launch of a host function", [] {
        return cudaLaunchKernel(reinterpret_cast<const void*>(&host_function), dim3(1), dim3(1), nullptr, 0,
                                nullptr);
    });
    add("launch of null", [] {
        return cudaLaunchKernel(static_cast<const void*>(nullptr), dim3(1), dim3(1), nullptr, 0, nullptr);
    });
    add("launch in a destroyed stream", [] {
        const cudaStream_t gone = stream();
        static_cast<void>(cudaStreamDestroy(gone));
        nothing<<<1, 1, 0, gone>>>();
        return cudaPeekAtLastError();
    });
    add("cooperative launch of a million blocks", [] {
        return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&nothing), dim3(1 << 20), dim3(32),
                                           nullptr, 0, nullptr);
    });
    add("cooperative launch of block 0", [] {
        return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&nothing), dim3(1), dim3(0), nullptr,
                                           0, nullptr);
    });
    add("cluster of 3 with a grid of 4", [] { return launched_with(clusters(3), 4, 32); });
    add("cluster of 16", [] { return launched_with(clusters(16), 16, 32); });
    add("cluster of 32", [] { return launched_with(clusters(32), 32, 32); });
    add("cluster of 0", [] { return launched_with(clusters(0), 4, 32); });
    add("cluster dimensions of the kernel and a grid of 6", [] {
        in_clusters<<<6, 32>>>();
        return cudaPeekAtLastError();
    });
    add("launch attribute that is unknown", [] {
        cudaLaunchAttribute a = {};
        a.id = static_cast<cudaLaunchAttributeID>(60);
        return launched_with(a, 1, 32);
    });
    add("attributes of a kernel into null", [] { return cudaFuncGetAttributes(nullptr, nothing); });
    add("attributes of a host function", [] {
        cudaFuncAttributes a;
        return cudaFuncGetAttributes(&a, host_function);
    });
    add("occupancy of block 0", [] {
        static int blocks;
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 0, 0);
    });
    add("occupancy of block 1025", [] {
        static int blocks;
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1025, 0);
    });
    add("occupancy of block -1", [] {
        static int blocks;
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, -1, 0);
    });
    add("occupancy with a gigabyte of shared memory", [] {
        static int blocks;
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 32, 1 << 30);
    });
    add("occupancy of a host function", [] {
        static int blocks;
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, host_function, 32, 0);
    });
    add("host function of null", [] { return cudaLaunchHostFunc(nullptr, nullptr, nullptr); });
}

}  // namespace errors

#include "emulator/test/hardware/programs/error_cases_handles.cuh"

namespace errors {

inline std::vector<Case> cases() {
    std::vector<Case> all;
    add_memory(all);
    add_launches(all);
    add_devices(all);
    add_streams(all);
    add_arrays(all);
    return all;
}

}  // namespace errors
