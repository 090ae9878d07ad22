// Prints what the device says about itself: properties, attributes, function attributes, and occupancy over a range of
// kernels, block sizes and shared memory. device_h200.txt beside it is what an H200 printed.
#include <cuda_runtime.h>

#include <cstdio>

#include "emulator/test/programs/many_registers.cuh"

template <int Bytes>
__global__ void with_static_shared(float* p) {
    __shared__ float words[Bytes / 4];
    words[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = words[threadIdx.x ^ 1];
}

__global__ void __launch_bounds__(256, 4) bounded(float* p) { p[threadIdx.x] *= 2; }

#define FIELD(name) std::printf("%s = %lld\n", #name, static_cast<long long>(properties.name))
#define FIELD2(name) std::printf("%s = %d %d\n", #name, properties.name[0], properties.name[1])
#define FIELD3(name) \
    std::printf("%s = %d %d %d\n", #name, properties.name[0], properties.name[1], properties.name[2])

static void show_properties() {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return;
    std::printf("name = %s\n", properties.name);
    FIELD(luidDeviceNodeMask);
    FIELD(totalGlobalMem);
    FIELD(sharedMemPerBlock);
    FIELD(regsPerBlock);
    FIELD(warpSize);
    FIELD(memPitch);
    FIELD(maxThreadsPerBlock);
    FIELD3(maxThreadsDim);
    FIELD3(maxGridSize);
    FIELD(totalConstMem);
    FIELD(major);
    FIELD(minor);
    FIELD(textureAlignment);
    FIELD(texturePitchAlignment);
    FIELD(multiProcessorCount);
    FIELD(integrated);
    FIELD(canMapHostMemory);
    FIELD(maxTexture1D);
    FIELD(maxTexture1DMipmap);
    FIELD2(maxTexture2D);
    FIELD2(maxTexture2DMipmap);
    FIELD3(maxTexture2DLinear);
    FIELD2(maxTexture2DGather);
    FIELD3(maxTexture3D);
    FIELD3(maxTexture3DAlt);
    FIELD(maxTextureCubemap);
    FIELD2(maxTexture1DLayered);
    FIELD3(maxTexture2DLayered);
    FIELD2(maxTextureCubemapLayered);
    FIELD(maxSurface1D);
    FIELD2(maxSurface2D);
    FIELD3(maxSurface3D);
    FIELD2(maxSurface1DLayered);
    FIELD3(maxSurface2DLayered);
    FIELD(maxSurfaceCubemap);
    FIELD2(maxSurfaceCubemapLayered);
    FIELD(surfaceAlignment);
    FIELD(concurrentKernels);
    FIELD(ECCEnabled);
    FIELD(pciBusID);
    FIELD(pciDeviceID);
    FIELD(pciDomainID);
    FIELD(tccDriver);
    FIELD(asyncEngineCount);
    FIELD(unifiedAddressing);
    FIELD(memoryBusWidth);
    FIELD(l2CacheSize);
    FIELD(persistingL2CacheMaxSize);
    FIELD(maxThreadsPerMultiProcessor);
    FIELD(streamPrioritiesSupported);
    FIELD(globalL1CacheSupported);
    FIELD(localL1CacheSupported);
    FIELD(sharedMemPerMultiprocessor);
    FIELD(regsPerMultiprocessor);
    FIELD(managedMemory);
    FIELD(isMultiGpuBoard);
    FIELD(multiGpuBoardGroupID);
    FIELD(hostNativeAtomicSupported);
    FIELD(pageableMemoryAccess);
    FIELD(concurrentManagedAccess);
    FIELD(computePreemptionSupported);
    FIELD(canUseHostPointerForRegisteredMem);
    FIELD(cooperativeLaunch);
    FIELD(sharedMemPerBlockOptin);
    FIELD(pageableMemoryAccessUsesHostPageTables);
    FIELD(directManagedMemAccessFromHost);
    FIELD(maxBlocksPerMultiProcessor);
    FIELD(accessPolicyMaxWindowSize);
    FIELD(reservedSharedMemPerBlock);
    FIELD(hostRegisterSupported);
    FIELD(sparseCudaArraySupported);
    FIELD(hostRegisterReadOnlySupported);
    FIELD(timelineSemaphoreInteropSupported);
    FIELD(memoryPoolsSupported);
    FIELD(gpuDirectRDMASupported);
    FIELD(gpuDirectRDMAFlushWritesOptions);
    FIELD(gpuDirectRDMAWritesOrdering);
    FIELD(memoryPoolSupportedHandleTypes);
    FIELD(deferredMappingCudaArraySupported);
    FIELD(ipcEventSupported);
    FIELD(clusterLaunch);
    FIELD(unifiedFunctionPointers);
    FIELD(deviceNumaConfig);
    FIELD(deviceNumaId);
    FIELD(mpsEnabled);
    FIELD(hostNumaId);
    FIELD(gpuPciDeviceID);
    FIELD(gpuPciSubsystemID);
    FIELD(hostNumaMultinodeIpcSupported);
}

// Numbers that the header of CUDA 13.0 gives no name are left out.
static bool has_name(int attribute) {
    const int nameless[] = {44,  92,  93,  94,  96,  102, 103, 104, 105, 107, 110, 122,
                            123, 124, 127, 128, 129, 132, 136, 137, 141, 145, 146};
    for (const int number : nameless)
        if (attribute == number) return false;
    return true;
}

static void show_attributes() {
    for (int attribute = 0; attribute < 160; ++attribute) {
        if (!has_name(attribute)) continue;
        int value = -777;
        const int error = cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0);
        if (error == cudaSuccess)
            std::printf("attribute %d = %d\n", attribute, value);
        else
            std::printf("attribute %d: error %d\n", attribute, error);
    }
}

static void show_function(const char* name, const void* function) {
    cudaFuncAttributes a;
    const int error = cudaFuncGetAttributes(&a, function);
    std::printf(
        "%s: error %d, shared %zu, const %zu, local %zu, threads %d, registers %d, ptx %d, binary %d, ca %d, "
        "dynamic %d, "
        "carveout %d, cluster %d %d %d %d %d %d\n",
        name, error, a.sharedSizeBytes, a.constSizeBytes, a.localSizeBytes, a.maxThreadsPerBlock, a.numRegs,
        a.ptxVersion, a.binaryVersion, a.cacheModeCA, a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout,
        a.clusterDimMustBeSet, a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth,
        a.clusterSchedulingPolicyPreference, a.nonPortableClusterSizeAllowed);
}

// One line: registers, static shared, carveout, block, dynamic shared, blocks per multiprocessor; and for the first few
// counts of blocks the dynamic shared memory that each of them could have.
static void show_occupancy(const void* function, int carveout) {
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, function);
    cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         232448 - static_cast<int>(a.sharedSizeBytes));
    cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout, carveout);
    const int block_sizes[] = {1,   32,  33,  64,  96,  100, 128, 160, 192, 224,  256,
                               288, 320, 384, 448, 512, 576, 640, 768, 896, 1000, 1024};
    const int dynamic_sizes[] = {0,     1,     128,   1000,  1024,  2048,  4096,   6200,   8192,   12288,
                                 16384, 24576, 32768, 49152, 65536, 77000, 102400, 150000, 200000, 232448};
    for (const int block : block_sizes) {
        std::printf("occupancy %d %zu %d %d:", a.numRegs, a.sharedSizeBytes, carveout, block);
        for (const int dynamic : dynamic_sizes) {
            int blocks = -1;
            const int error =
                cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, block, dynamic);
            std::printf(" %d", error == cudaSuccess ? blocks : -error);
        }
        std::printf("\n");
    }
    for (const int block : {32, 256, 1024}) {
        std::printf("available %d %zu %d %d:", a.numRegs, a.sharedSizeBytes, carveout, block);
        for (const int blocks : {1, 2, 3, 4, 5, 7, 8, 16, 32, 33}) {
            size_t bytes = 0;
            const int error = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, function, blocks, block);
            std::printf(" %lld", error == cudaSuccess ? static_cast<long long>(bytes)
                                                      : -static_cast<long long>(error));
        }
        std::printf("\n");
    }
}

int main() {
    show_properties();
    show_attributes();
    const void* const functions[] = {reinterpret_cast<const void*>(many_registers<1>),
                                     reinterpret_cast<const void*>(many_registers<20>),
                                     reinterpret_cast<const void*>(many_registers<28>),
                                     reinterpret_cast<const void*>(many_registers<40>),
                                     reinterpret_cast<const void*>(many_registers<52>),
                                     reinterpret_cast<const void*>(many_registers<64>),
                                     reinterpret_cast<const void*>(many_registers<90>),
                                     reinterpret_cast<const void*>(many_registers<120>),
                                     reinterpret_cast<const void*>(many_registers<160>),
                                     reinterpret_cast<const void*>(many_registers<220>),
                                     reinterpret_cast<const void*>(with_static_shared<4096>),
                                     reinterpret_cast<const void*>(with_static_shared<33000>),
                                     reinterpret_cast<const void*>(bounded)};
    for (const void* function : functions) {
        show_function("function", function);
        show_occupancy(function, -1);
    }
    for (const int carveout : {0, 25, 50, 100}) show_occupancy(functions[0], carveout);
    show_function("function", functions[0]);
}
