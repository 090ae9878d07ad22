// The attributes of an H200. programs/device_h200.txt holds what the GPU answered, and a test compares. Limits that
// launches and occupancy depend on come from h200.hpp.
#include "emulator/runtime/device_properties.hpp"

#include <algorithm>
#include <iterator>

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

}  // namespace

std::optional<int> device_attribute(cudaDeviceAttr attribute) {
    const auto* found =
        std::lower_bound(std::begin(kValues), std::end(kValues), attribute,
                         [](const Value& row, cudaDeviceAttr wanted) { return row.attribute < wanted; });
    if (found == std::end(kValues) || found->attribute != attribute) return {};
    return found->value;
}

}  // namespace simt::runtime
