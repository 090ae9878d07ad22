// The device's properties: mostly its attributes (device_attributes.cpp) under other names. Unlike an H200, the
// emulator does not report cooperativeMultiDeviceLaunch, because it has one device.
#include "emulator/runtime/device_properties.hpp"

#include <cstddef>
#include <cstdio>
#include <type_traits>

#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/newer_names.hpp"

namespace simt::runtime {
namespace {

template <class Field>
void set(Field& field, cudaDeviceAttr attribute) {
    field = static_cast<Field>(device_attribute(attribute).value());
}

template <class... Attributes>
void set(int (&fields)[sizeof...(Attributes)], Attributes... attributes) {
    std::size_t k = 0;
    (set(fields[k++], attributes), ...);
}

}  // namespace

template <class Properties>
Properties device_properties(u64 memory) {
    Properties p = {};
    std::snprintf(p.name, sizeof p.name, "%s", h200::kName);
    std::snprintf(p.uuid.bytes, sizeof p.uuid.bytes, "simt-emulated-0");
    p.totalGlobalMem = memory;
    p.unifiedFunctionPointers = 1;
    set(p.sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock);
    set(p.regsPerBlock, cudaDevAttrMaxRegistersPerBlock);
    set(p.warpSize, cudaDevAttrWarpSize);
    set(p.memPitch, cudaDevAttrMaxPitch);
    set(p.maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
    set(p.maxThreadsDim, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ);
    set(p.maxGridSize, cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ);
    set(p.totalConstMem, cudaDevAttrTotalConstantMemory);
    set(p.major, cudaDevAttrComputeCapabilityMajor);
    set(p.minor, cudaDevAttrComputeCapabilityMinor);
    set(p.textureAlignment, cudaDevAttrTextureAlignment);
    set(p.texturePitchAlignment, cudaDevAttrTexturePitchAlignment);
    set(p.multiProcessorCount, cudaDevAttrMultiProcessorCount);
    set(p.integrated, cudaDevAttrIntegrated);
    set(p.canMapHostMemory, cudaDevAttrCanMapHostMemory);
    set(p.maxTexture1D, cudaDevAttrMaxTexture1DWidth);
    set(p.maxTexture1DMipmap, cudaDevAttrMaxTexture1DMipmappedWidth);
    set(p.maxTexture2D, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight);
    set(p.maxTexture2DMipmap, cudaDevAttrMaxTexture2DMipmappedWidth, cudaDevAttrMaxTexture2DMipmappedHeight);
    set(p.maxTexture2DLinear, cudaDevAttrMaxTexture2DLinearWidth, cudaDevAttrMaxTexture2DLinearHeight,
        cudaDevAttrMaxTexture2DLinearPitch);
    set(p.maxTexture2DGather, cudaDevAttrMaxTexture2DGatherWidth, cudaDevAttrMaxTexture2DGatherHeight);
    set(p.maxTexture3D, cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
        cudaDevAttrMaxTexture3DDepth);
    set(p.maxTexture3DAlt, cudaDevAttrMaxTexture3DWidthAlt, cudaDevAttrMaxTexture3DHeightAlt,
        cudaDevAttrMaxTexture3DDepthAlt);
    set(p.maxTextureCubemap, cudaDevAttrMaxTextureCubemapWidth);
    set(p.maxTexture1DLayered, cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxTexture1DLayeredLayers);
    set(p.maxTexture2DLayered, cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight,
        cudaDevAttrMaxTexture2DLayeredLayers);
    set(p.maxTextureCubemapLayered, cudaDevAttrMaxTextureCubemapLayeredWidth,
        cudaDevAttrMaxTextureCubemapLayeredLayers);
    set(p.maxSurface1D, cudaDevAttrMaxSurface1DWidth);
    set(p.maxSurface2D, cudaDevAttrMaxSurface2DWidth, cudaDevAttrMaxSurface2DHeight);
    set(p.maxSurface3D, cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight,
        cudaDevAttrMaxSurface3DDepth);
    set(p.maxSurface1DLayered, cudaDevAttrMaxSurface1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredLayers);
    set(p.maxSurface2DLayered, cudaDevAttrMaxSurface2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredHeight,
        cudaDevAttrMaxSurface2DLayeredLayers);
    set(p.maxSurfaceCubemap, cudaDevAttrMaxSurfaceCubemapWidth);
    set(p.maxSurfaceCubemapLayered, cudaDevAttrMaxSurfaceCubemapLayeredWidth,
        cudaDevAttrMaxSurfaceCubemapLayeredLayers);
    set(p.surfaceAlignment, cudaDevAttrSurfaceAlignment);
    set(p.concurrentKernels, cudaDevAttrConcurrentKernels);
    set(p.ECCEnabled, cudaDevAttrEccEnabled);
    set(p.pciBusID, cudaDevAttrPciBusId);
    set(p.pciDeviceID, cudaDevAttrPciDeviceId);
    set(p.pciDomainID, cudaDevAttrPciDomainId);
    set(p.tccDriver, cudaDevAttrTccDriver);
    set(p.asyncEngineCount, cudaDevAttrAsyncEngineCount);
    set(p.unifiedAddressing, cudaDevAttrUnifiedAddressing);
    set(p.memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth);
    set(p.l2CacheSize, cudaDevAttrL2CacheSize);
    set(p.persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize);
    set(p.maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor);
    set(p.streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported);
    set(p.globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported);
    set(p.localL1CacheSupported, cudaDevAttrLocalL1CacheSupported);
    set(p.sharedMemPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    set(p.regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor);
    set(p.managedMemory, cudaDevAttrManagedMemory);
    set(p.isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard);
    set(p.multiGpuBoardGroupID, cudaDevAttrMultiGpuBoardGroupID);
    set(p.hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported);
    set(p.pageableMemoryAccess, cudaDevAttrPageableMemoryAccess);
    set(p.concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess);
    set(p.computePreemptionSupported, cudaDevAttrComputePreemptionSupported);
    set(p.canUseHostPointerForRegisteredMem, cudaDevAttrCanUseHostPointerForRegisteredMem);
    set(p.cooperativeLaunch, cudaDevAttrCooperativeLaunch);
    set(p.sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin);
    set(p.pageableMemoryAccessUsesHostPageTables, cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    set(p.directManagedMemAccessFromHost, cudaDevAttrDirectManagedMemAccessFromHost);
    set(p.maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor);
    set(p.accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize);
    set(p.reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock);
    set(p.hostRegisterSupported, cudaDevAttrHostRegisterSupported);
    set(p.sparseCudaArraySupported, cudaDevAttrSparseCudaArraySupported);
    set(p.hostRegisterReadOnlySupported, cudaDevAttrHostRegisterReadOnlySupported);
    set(p.timelineSemaphoreInteropSupported, cudaDevAttrTimelineSemaphoreInteropSupported);
    set(p.memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported);
    set(p.gpuDirectRDMASupported, cudaDevAttrGPUDirectRDMASupported);
    set(p.gpuDirectRDMAFlushWritesOptions, cudaDevAttrGPUDirectRDMAFlushWritesOptions);
    set(p.gpuDirectRDMAWritesOrdering, cudaDevAttrGPUDirectRDMAWritesOrdering);
    set(p.memoryPoolSupportedHandleTypes, cudaDevAttrMemoryPoolSupportedHandleTypes);
    set(p.deferredMappingCudaArraySupported, cudaDevAttrDeferredMappingCudaArraySupported);
    set(p.ipcEventSupported, newer::cudaDevAttrIpcEventSupport);
    set(p.clusterLaunch, cudaDevAttrClusterLaunch);
    if constexpr (std::is_same_v<Properties, Properties13>) {
        set(p.deviceNumaConfig, newer::cudaDevAttrNumaConfig);
        set(p.deviceNumaId, newer::cudaDevAttrNumaId);
        set(p.mpsEnabled, newer::cudaDevAttrMpsEnabled);
        set(p.hostNumaId, newer::cudaDevAttrHostNumaId);
        set(p.gpuPciDeviceID, newer::cudaDevAttrGpuPciDeviceId);
        set(p.gpuPciSubsystemID, newer::cudaDevAttrGpuPciSubsystemId);
        set(p.hostNumaMultinodeIpcSupported, newer::cudaDevAttrHostNumaMultinodeIpcSupported);
    } else {
        set(p.clockRate, cudaDevAttrClockRate);
        set(p.deviceOverlap, cudaDevAttrGpuOverlap);
        set(p.kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout);
        set(p.computeMode, cudaDevAttrComputeMode);
        set(p.maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth);
        set(p.memoryClockRate, cudaDevAttrMemoryClockRate);
        set(p.singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
    }
    return p;
}

template Properties13 device_properties<Properties13>(u64);
template Properties12 device_properties<Properties12>(u64);

}  // namespace simt::runtime
