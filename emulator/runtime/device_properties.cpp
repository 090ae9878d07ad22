// The attributes of an H200 and, from them, its properties. programs/device_h200.txt holds the GPU's answers, and a test
// compares. Limits that launches and occupancy depend on come from h200.hpp. Unlike an H200, the emulator does not
// report cooperativeMultiDeviceLaunch, whose launches it refuses. Devices differ in their PCI bus, board and UUID.
#include "emulator/runtime/device_properties.hpp"

#include <cstdio>
#include <type_traits>

#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/newer_names.hpp"

namespace simt::runtime {
namespace {

// Calls row(attribute, value) for each attribute, in order of their numbers, or row(attribute, value, field) where a field
// of the properties p shows it too.
template <class Properties, class Row>
void each_attribute(Properties& p, int device, const Row& row) {
    row(cudaDevAttrMaxThreadsPerBlock, h200::kMaxThreadsPerBlock, p.maxThreadsPerBlock);
    row(cudaDevAttrMaxBlockDimX, h200::kMaxBlockX, p.maxThreadsDim[0]);
    row(cudaDevAttrMaxBlockDimY, h200::kMaxBlockY, p.maxThreadsDim[1]);
    row(cudaDevAttrMaxBlockDimZ, h200::kMaxBlockZ, p.maxThreadsDim[2]);
    row(cudaDevAttrMaxGridDimX, h200::kMaxGridX, p.maxGridSize[0]);
    row(cudaDevAttrMaxGridDimY, h200::kMaxGridY, p.maxGridSize[1]);
    row(cudaDevAttrMaxGridDimZ, h200::kMaxGridZ, p.maxGridSize[2]);
    row(cudaDevAttrMaxSharedMemoryPerBlock, h200::kSharedPerBlock, p.sharedMemPerBlock);
    row(cudaDevAttrTotalConstantMemory, h200::kConstantMemory, p.totalConstMem);
    row(cudaDevAttrWarpSize, h200::kWarpSize, p.warpSize);
    row(cudaDevAttrMaxPitch, 2147483647, p.memPitch);
    row(cudaDevAttrMaxRegistersPerBlock, h200::kRegistersPerBlock, p.regsPerBlock);
    row(cudaDevAttrClockRate, 1980000, p.clockRate);
    row(cudaDevAttrTextureAlignment, h200::kTextureAlignment, p.textureAlignment);
    row(cudaDevAttrGpuOverlap, 1, p.deviceOverlap);
    row(cudaDevAttrMultiProcessorCount, h200::kMultiprocessors, p.multiProcessorCount);
    row(cudaDevAttrKernelExecTimeout, 0, p.kernelExecTimeoutEnabled);
    row(cudaDevAttrIntegrated, 0, p.integrated);
    row(cudaDevAttrCanMapHostMemory, 1, p.canMapHostMemory);
    row(cudaDevAttrComputeMode, 0, p.computeMode);
    row(cudaDevAttrMaxTexture1DWidth, 131072, p.maxTexture1D);
    row(cudaDevAttrMaxTexture2DWidth, 131072, p.maxTexture2D[0]);
    row(cudaDevAttrMaxTexture2DHeight, 65536, p.maxTexture2D[1]);
    row(cudaDevAttrMaxTexture3DWidth, 16384, p.maxTexture3D[0]);
    row(cudaDevAttrMaxTexture3DHeight, 16384, p.maxTexture3D[1]);
    row(cudaDevAttrMaxTexture3DDepth, 16384, p.maxTexture3D[2]);
    row(cudaDevAttrMaxTexture2DLayeredWidth, 32768, p.maxTexture2DLayered[0]);
    row(cudaDevAttrMaxTexture2DLayeredHeight, 32768, p.maxTexture2DLayered[1]);
    row(cudaDevAttrMaxTexture2DLayeredLayers, 2048, p.maxTexture2DLayered[2]);
    row(cudaDevAttrSurfaceAlignment, 512, p.surfaceAlignment);
    row(cudaDevAttrConcurrentKernels, 1, p.concurrentKernels);
    row(cudaDevAttrEccEnabled, 1, p.ECCEnabled);
    row(cudaDevAttrPciBusId, device, p.pciBusID);
    row(cudaDevAttrPciDeviceId, 6, p.pciDeviceID);
    row(cudaDevAttrTccDriver, 0, p.tccDriver);
    row(cudaDevAttrMemoryClockRate, 3201000, p.memoryClockRate);
    row(cudaDevAttrGlobalMemoryBusWidth, 6016, p.memoryBusWidth);
    row(cudaDevAttrL2CacheSize, 62914560, p.l2CacheSize);
    row(cudaDevAttrMaxThreadsPerMultiProcessor, h200::kMaxThreadsPerMultiprocessor,
        p.maxThreadsPerMultiProcessor);
    row(cudaDevAttrAsyncEngineCount, 3, p.asyncEngineCount);
    row(cudaDevAttrUnifiedAddressing, 1, p.unifiedAddressing);
    row(cudaDevAttrMaxTexture1DLayeredWidth, 32768, p.maxTexture1DLayered[0]);
    row(cudaDevAttrMaxTexture1DLayeredLayers, 2048, p.maxTexture1DLayered[1]);
    row(cudaDevAttrMaxTexture2DGatherWidth, 32768, p.maxTexture2DGather[0]);
    row(cudaDevAttrMaxTexture2DGatherHeight, 32768, p.maxTexture2DGather[1]);
    row(cudaDevAttrMaxTexture3DWidthAlt, 8192, p.maxTexture3DAlt[0]);
    row(cudaDevAttrMaxTexture3DHeightAlt, 8192, p.maxTexture3DAlt[1]);
    row(cudaDevAttrMaxTexture3DDepthAlt, 32768, p.maxTexture3DAlt[2]);
    row(cudaDevAttrPciDomainId, 0, p.pciDomainID);
    row(cudaDevAttrTexturePitchAlignment, 32, p.texturePitchAlignment);
    row(cudaDevAttrMaxTextureCubemapWidth, 32768, p.maxTextureCubemap);
    row(cudaDevAttrMaxTextureCubemapLayeredWidth, 32768, p.maxTextureCubemapLayered[0]);
    row(cudaDevAttrMaxTextureCubemapLayeredLayers, 2046, p.maxTextureCubemapLayered[1]);
    row(cudaDevAttrMaxSurface1DWidth, 32768, p.maxSurface1D);
    row(cudaDevAttrMaxSurface2DWidth, 131072, p.maxSurface2D[0]);
    row(cudaDevAttrMaxSurface2DHeight, 65536, p.maxSurface2D[1]);
    row(cudaDevAttrMaxSurface3DWidth, 16384, p.maxSurface3D[0]);
    row(cudaDevAttrMaxSurface3DHeight, 16384, p.maxSurface3D[1]);
    row(cudaDevAttrMaxSurface3DDepth, 16384, p.maxSurface3D[2]);
    row(cudaDevAttrMaxSurface1DLayeredWidth, 32768, p.maxSurface1DLayered[0]);
    row(cudaDevAttrMaxSurface1DLayeredLayers, 2048, p.maxSurface1DLayered[1]);
    row(cudaDevAttrMaxSurface2DLayeredWidth, 32768, p.maxSurface2DLayered[0]);
    row(cudaDevAttrMaxSurface2DLayeredHeight, 32768, p.maxSurface2DLayered[1]);
    row(cudaDevAttrMaxSurface2DLayeredLayers, 2048, p.maxSurface2DLayered[2]);
    row(cudaDevAttrMaxSurfaceCubemapWidth, 32768, p.maxSurfaceCubemap);
    row(cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768, p.maxSurfaceCubemapLayered[0]);
    row(cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046, p.maxSurfaceCubemapLayered[1]);
    row(cudaDevAttrMaxTexture1DLinearWidth, 268435456, p.maxTexture1DLinear);
    row(cudaDevAttrMaxTexture2DLinearWidth, 131072, p.maxTexture2DLinear[0]);
    row(cudaDevAttrMaxTexture2DLinearHeight, 65000, p.maxTexture2DLinear[1]);
    row(cudaDevAttrMaxTexture2DLinearPitch, 2097120, p.maxTexture2DLinear[2]);
    row(cudaDevAttrMaxTexture2DMipmappedWidth, 32768, p.maxTexture2DMipmap[0]);
    row(cudaDevAttrMaxTexture2DMipmappedHeight, 32768, p.maxTexture2DMipmap[1]);
    row(cudaDevAttrComputeCapabilityMajor, h200::kMajor, p.major);
    row(cudaDevAttrComputeCapabilityMinor, h200::kMinor, p.minor);
    row(cudaDevAttrMaxTexture1DMipmappedWidth, 32768, p.maxTexture1DMipmap);
    row(cudaDevAttrStreamPrioritiesSupported, 1, p.streamPrioritiesSupported);
    row(cudaDevAttrGlobalL1CacheSupported, 1, p.globalL1CacheSupported);
    row(cudaDevAttrLocalL1CacheSupported, 1, p.localL1CacheSupported);
    row(cudaDevAttrMaxSharedMemoryPerMultiprocessor, h200::kSharedPerMultiprocessor,
        p.sharedMemPerMultiprocessor);
    row(cudaDevAttrMaxRegistersPerMultiprocessor, h200::kRegistersPerMultiprocessor, p.regsPerMultiprocessor);
    row(cudaDevAttrManagedMemory, 1, p.managedMemory);
    row(cudaDevAttrIsMultiGpuBoard, 0, p.isMultiGpuBoard);
    row(cudaDevAttrMultiGpuBoardGroupID, device, p.multiGpuBoardGroupID);
    row(cudaDevAttrHostNativeAtomicSupported, 0, p.hostNativeAtomicSupported);
    row(cudaDevAttrSingleToDoublePrecisionPerfRatio, 2, p.singleToDoublePrecisionPerfRatio);
    row(cudaDevAttrPageableMemoryAccess, 0, p.pageableMemoryAccess);
    row(cudaDevAttrConcurrentManagedAccess, 1, p.concurrentManagedAccess);
    row(cudaDevAttrComputePreemptionSupported, 1, p.computePreemptionSupported);
    row(cudaDevAttrCanUseHostPointerForRegisteredMem, 1, p.canUseHostPointerForRegisteredMem);
    row(cudaDevAttrCooperativeLaunch, 1, p.cooperativeLaunch);
    row(cudaDevAttrMaxSharedMemoryPerBlockOptin, h200::kSharedPerBlockOptin, p.sharedMemPerBlockOptin);
    row(cudaDevAttrCanFlushRemoteWrites, 0);
    row(cudaDevAttrHostRegisterSupported, 1, p.hostRegisterSupported);
    row(cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0, p.pageableMemoryAccessUsesHostPageTables);
    row(cudaDevAttrDirectManagedMemAccessFromHost, 0, p.directManagedMemAccessFromHost);
    row(cudaDevAttrMaxBlocksPerMultiprocessor, h200::kMaxBlocksPerMultiprocessor,
        p.maxBlocksPerMultiProcessor);
    row(cudaDevAttrMaxPersistingL2CacheSize, 39321600, p.persistingL2CacheMaxSize);
    row(cudaDevAttrMaxAccessPolicyWindowSize, 134217728, p.accessPolicyMaxWindowSize);
    row(cudaDevAttrReservedSharedMemoryPerBlock, h200::kSharedReservedPerBlock, p.reservedSharedMemPerBlock);
    row(cudaDevAttrSparseCudaArraySupported, 1, p.sparseCudaArraySupported);
    row(cudaDevAttrHostRegisterReadOnlySupported, 1, p.hostRegisterReadOnlySupported);
    row(cudaDevAttrTimelineSemaphoreInteropSupported, 1, p.timelineSemaphoreInteropSupported);
    row(cudaDevAttrMemoryPoolsSupported, 1, p.memoryPoolsSupported);
    row(cudaDevAttrGPUDirectRDMASupported, 1, p.gpuDirectRDMASupported);
    row(cudaDevAttrGPUDirectRDMAFlushWritesOptions, 1, p.gpuDirectRDMAFlushWritesOptions);
    row(cudaDevAttrGPUDirectRDMAWritesOrdering, 100, p.gpuDirectRDMAWritesOrdering);
    row(cudaDevAttrMemoryPoolSupportedHandleTypes, 9, p.memoryPoolSupportedHandleTypes);
    row(cudaDevAttrClusterLaunch, 1, p.clusterLaunch);
    row(cudaDevAttrDeferredMappingCudaArraySupported, 1, p.deferredMappingCudaArraySupported);
    row(newer::cudaDevAttrIpcEventSupport, 1, p.ipcEventSupported);
    row(newer::cudaDevAttrMemSyncDomainCount, 4);
    row(newer::cudaDevAttrNumaConfig, 0, p.deviceNumaConfig);
    row(newer::cudaDevAttrNumaId, -1, p.deviceNumaId);
    row(newer::cudaDevAttrMpsEnabled, 0, p.mpsEnabled);
    row(newer::cudaDevAttrHostNumaId, 0, p.hostNumaId);
    row(newer::cudaDevAttrD3D12CigSupported, 0);
    row(newer::cudaDevAttrVulkanCigSupported, 0);
    row(newer::cudaDevAttrGpuPciDeviceId, 590680286, p.gpuPciDeviceID);
    row(newer::cudaDevAttrGpuPciSubsystemId, 415174878, p.gpuPciSubsystemID);
    row(newer::cudaDevAttrHostNumaMemoryPoolsSupported, 1);
    row(newer::cudaDevAttrHostNumaMultinodeIpcSupported, 0, p.hostNumaMultinodeIpcSupported);
    row(newer::cudaDevAttrHostMemoryPoolsSupported, 1);
    row(newer::cudaDevAttrOnlyPartialHostNativeAtomicSupported, 0);
}

template <class Field>
void set(Field& field, int value) {
    if constexpr (std::is_arithmetic_v<Field>)
        field = static_cast<Field>(value);  // not absent from this layout
}

}  // namespace

std::optional<int> device_attribute(cudaDeviceAttr attribute, int device) {
    std::optional<int> found;
    Properties13 unused = {};
    each_attribute(unused, device, [&](cudaDeviceAttr one, int value, const auto&...) {
        if (one == attribute) found = value;
    });
    return found;
}

template <class Properties>
Properties device_properties(u64 memory, int device) {
    Properties p = {};
    std::snprintf(p.name, sizeof p.name, "%s", h200::kName);
    std::snprintf(p.uuid.bytes, sizeof p.uuid.bytes, "simt-emulated-%d", device);
    p.totalGlobalMem = memory;
    p.unifiedFunctionPointers = 1;
    each_attribute(p, device, [](cudaDeviceAttr, [[maybe_unused]] int value, auto&... field) {
        (set(field, value), ...);
    });
    return p;
}

template Properties13 device_properties<Properties13>(u64, int);
template Properties12 device_properties<Properties12>(u64, int);

}  // namespace simt::runtime
