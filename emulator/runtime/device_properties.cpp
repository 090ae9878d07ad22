// The attributes of an H200 and, from them, its properties. programs/device_h200.txt holds what the GPU answered, and a
// test compares. Limits that launches and occupancy depend on come from h200.hpp. Unlike an H200, the emulator does not
// report cooperativeMultiDeviceLaunch, because it has one device.
#include "emulator/runtime/device_properties.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <type_traits>

#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/newer_names.hpp"

namespace simt::runtime {
namespace {

struct Value {
    cudaDeviceAttr attribute;
    int value;
};

// In order of their numbers.
constexpr Value kValues[] = {
    {cudaDevAttrMaxThreadsPerBlock, h200::kMaxThreadsPerBlock},
    {cudaDevAttrMaxBlockDimX, h200::kMaxBlockX},
    {cudaDevAttrMaxBlockDimY, h200::kMaxBlockY},
    {cudaDevAttrMaxBlockDimZ, h200::kMaxBlockZ},
    {cudaDevAttrMaxGridDimX, h200::kMaxGridX},
    {cudaDevAttrMaxGridDimY, h200::kMaxGridY},
    {cudaDevAttrMaxGridDimZ, h200::kMaxGridZ},
    {cudaDevAttrMaxSharedMemoryPerBlock, h200::kSharedPerBlock},
    {cudaDevAttrTotalConstantMemory, h200::kConstantMemory},
    {cudaDevAttrWarpSize, h200::kWarpSize},
    {cudaDevAttrMaxPitch, 2147483647},
    {cudaDevAttrMaxRegistersPerBlock, h200::kRegistersPerBlock},
    {cudaDevAttrClockRate, 1980000},
    {cudaDevAttrTextureAlignment, h200::kTextureAlignment},
    {cudaDevAttrGpuOverlap, 1},
    {cudaDevAttrMultiProcessorCount, h200::kMultiprocessors},
    {cudaDevAttrKernelExecTimeout, 0},
    {cudaDevAttrIntegrated, 0},
    {cudaDevAttrCanMapHostMemory, 1},
    {cudaDevAttrComputeMode, 0},
    {cudaDevAttrMaxTexture1DWidth, 131072},
    {cudaDevAttrMaxTexture2DWidth, 131072},
    {cudaDevAttrMaxTexture2DHeight, 65536},
    {cudaDevAttrMaxTexture3DWidth, 16384},
    {cudaDevAttrMaxTexture3DHeight, 16384},
    {cudaDevAttrMaxTexture3DDepth, 16384},
    {cudaDevAttrMaxTexture2DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture2DLayeredHeight, 32768},
    {cudaDevAttrMaxTexture2DLayeredLayers, 2048},
    {cudaDevAttrSurfaceAlignment, 512},
    {cudaDevAttrConcurrentKernels, 1},
    {cudaDevAttrEccEnabled, 1},
    {cudaDevAttrPciBusId, 0},
    {cudaDevAttrPciDeviceId, 6},
    {cudaDevAttrTccDriver, 0},
    {cudaDevAttrMemoryClockRate, 3201000},
    {cudaDevAttrGlobalMemoryBusWidth, 6016},
    {cudaDevAttrL2CacheSize, 62914560},
    {cudaDevAttrMaxThreadsPerMultiProcessor, h200::kMaxThreadsPerMultiprocessor},
    {cudaDevAttrAsyncEngineCount, 3},
    {cudaDevAttrUnifiedAddressing, 1},
    {cudaDevAttrMaxTexture1DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture1DLayeredLayers, 2048},
    {cudaDevAttrMaxTexture2DGatherWidth, 32768},
    {cudaDevAttrMaxTexture2DGatherHeight, 32768},
    {cudaDevAttrMaxTexture3DWidthAlt, 8192},
    {cudaDevAttrMaxTexture3DHeightAlt, 8192},
    {cudaDevAttrMaxTexture3DDepthAlt, 32768},
    {cudaDevAttrPciDomainId, 0},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrMaxTextureCubemapWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxSurface1DWidth, 32768},
    {cudaDevAttrMaxSurface2DWidth, 131072},
    {cudaDevAttrMaxSurface2DHeight, 65536},
    {cudaDevAttrMaxSurface3DWidth, 16384},
    {cudaDevAttrMaxSurface3DHeight, 16384},
    {cudaDevAttrMaxSurface3DDepth, 16384},
    {cudaDevAttrMaxSurface1DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface1DLayeredLayers, 2048},
    {cudaDevAttrMaxSurface2DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface2DLayeredHeight, 32768},
    {cudaDevAttrMaxSurface2DLayeredLayers, 2048},
    {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxTexture1DLinearWidth, 268435456},
    {cudaDevAttrMaxTexture2DLinearWidth, 131072},
    {cudaDevAttrMaxTexture2DLinearHeight, 65000},
    {cudaDevAttrMaxTexture2DLinearPitch, 2097120},
    {cudaDevAttrMaxTexture2DMipmappedWidth, 32768},
    {cudaDevAttrMaxTexture2DMipmappedHeight, 32768},
    {cudaDevAttrComputeCapabilityMajor, h200::kMajor},
    {cudaDevAttrComputeCapabilityMinor, h200::kMinor},
    {cudaDevAttrMaxTexture1DMipmappedWidth, 32768},
    {cudaDevAttrStreamPrioritiesSupported, 1},
    {cudaDevAttrGlobalL1CacheSupported, 1},
    {cudaDevAttrLocalL1CacheSupported, 1},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, h200::kSharedPerMultiprocessor},
    {cudaDevAttrMaxRegistersPerMultiprocessor, h200::kRegistersPerMultiprocessor},
    {cudaDevAttrManagedMemory, 1},
    {cudaDevAttrIsMultiGpuBoard, 0},
    {cudaDevAttrMultiGpuBoardGroupID, 0},
    {cudaDevAttrHostNativeAtomicSupported, 0},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
    {cudaDevAttrPageableMemoryAccess, 0},
    {cudaDevAttrConcurrentManagedAccess, 1},
    {cudaDevAttrComputePreemptionSupported, 1},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, 1},
    {cudaDevAttrCooperativeLaunch, 1},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, h200::kSharedPerBlockOptin},
    {cudaDevAttrCanFlushRemoteWrites, 0},
    {cudaDevAttrHostRegisterSupported, 1},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0},
    {cudaDevAttrDirectManagedMemAccessFromHost, 0},
    {cudaDevAttrMaxBlocksPerMultiprocessor, h200::kMaxBlocksPerMultiprocessor},
    {cudaDevAttrMaxPersistingL2CacheSize, 39321600},
    {cudaDevAttrMaxAccessPolicyWindowSize, 134217728},
    {cudaDevAttrReservedSharedMemoryPerBlock, h200::kSharedReservedPerBlock},
    {cudaDevAttrSparseCudaArraySupported, 1},
    {cudaDevAttrHostRegisterReadOnlySupported, 1},
    {cudaDevAttrTimelineSemaphoreInteropSupported, 1},
    {cudaDevAttrMemoryPoolsSupported, 1},
    {cudaDevAttrGPUDirectRDMASupported, 1},
    {cudaDevAttrGPUDirectRDMAFlushWritesOptions, 1},
    {cudaDevAttrGPUDirectRDMAWritesOrdering, 100},
    {cudaDevAttrMemoryPoolSupportedHandleTypes, 9},
    {cudaDevAttrClusterLaunch, 1},
    {cudaDevAttrDeferredMappingCudaArraySupported, 1},
    {newer::cudaDevAttrIpcEventSupport, 1},
    {newer::cudaDevAttrMemSyncDomainCount, 4},
    {newer::cudaDevAttrNumaConfig, 0},
    {newer::cudaDevAttrNumaId, -1},
    {newer::cudaDevAttrMpsEnabled, 0},
    {newer::cudaDevAttrHostNumaId, 0},
    {newer::cudaDevAttrD3D12CigSupported, 0},
    {newer::cudaDevAttrVulkanCigSupported, 0},
    {newer::cudaDevAttrGpuPciDeviceId, 590680286},
    {newer::cudaDevAttrGpuPciSubsystemId, 415174878},
    {newer::cudaDevAttrHostNumaMemoryPoolsSupported, 1},
    {newer::cudaDevAttrHostNumaMultinodeIpcSupported, 0},
    {newer::cudaDevAttrHostMemoryPoolsSupported, 1},
    {newer::cudaDevAttrOnlyPartialHostNativeAtomicSupported, 0},
};

template <class Field>
void set(Field& field, cudaDeviceAttr attribute) {
    if constexpr (std::is_arithmetic_v<Field>)  // and not absent from this layout
        field = static_cast<Field>(device_attribute(attribute).value());
}

template <class... Attributes>
void set(int (&fields)[sizeof...(Attributes)], Attributes... attributes) {
    int k = 0;
    (set(fields[k++], attributes), ...);
}

}  // namespace

std::optional<int> device_attribute(cudaDeviceAttr attribute) {
    const auto* found = std::ranges::lower_bound(kValues, attribute, {}, &Value::attribute);
    if (found == std::end(kValues) || found->attribute != attribute) return {};
    return found->value;
}

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
    }
    set(p.clockRate, cudaDevAttrClockRate);
    set(p.deviceOverlap, cudaDevAttrGpuOverlap);
    set(p.kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout);
    set(p.computeMode, cudaDevAttrComputeMode);
    set(p.maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth);
    set(p.memoryClockRate, cudaDevAttrMemoryClockRate);
    set(p.singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
    return p;
}

template Properties13 device_properties<Properties13>(u64);
template Properties12 device_properties<Properties12>(u64);

}  // namespace simt::runtime
