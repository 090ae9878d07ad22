// Numbers of CUDA 13 that the headers of older toolkits (from 11.8) have no names for. layouts_test.cpp compares them
// with the header of CUDA 13.
#pragma once

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime::newer {

constexpr auto cudaDevAttrIpcEventSupport = static_cast<cudaDeviceAttr>(125);
constexpr auto cudaDevAttrMemSyncDomainCount = static_cast<cudaDeviceAttr>(126);
constexpr auto cudaDevAttrNumaConfig = static_cast<cudaDeviceAttr>(130);
constexpr auto cudaDevAttrNumaId = static_cast<cudaDeviceAttr>(131);
constexpr auto cudaDevAttrMpsEnabled = static_cast<cudaDeviceAttr>(133);
constexpr auto cudaDevAttrHostNumaId = static_cast<cudaDeviceAttr>(134);
constexpr auto cudaDevAttrD3D12CigSupported = static_cast<cudaDeviceAttr>(135);
constexpr auto cudaDevAttrVulkanCigSupported = static_cast<cudaDeviceAttr>(138);
constexpr auto cudaDevAttrGpuPciDeviceId = static_cast<cudaDeviceAttr>(139);
constexpr auto cudaDevAttrGpuPciSubsystemId = static_cast<cudaDeviceAttr>(140);
constexpr auto cudaDevAttrHostNumaMemoryPoolsSupported = static_cast<cudaDeviceAttr>(142);
constexpr auto cudaDevAttrHostNumaMultinodeIpcSupported = static_cast<cudaDeviceAttr>(143);
constexpr auto cudaDevAttrHostMemoryPoolsSupported = static_cast<cudaDeviceAttr>(144);
constexpr auto cudaDevAttrOnlyPartialHostNativeAtomicSupported = static_cast<cudaDeviceAttr>(147);

constexpr auto cudaLaunchAttributeMemSyncDomainMap = static_cast<cudaLaunchAttributeID>(9);
constexpr auto cudaLaunchAttributeMemSyncDomain = static_cast<cudaLaunchAttributeID>(10);
constexpr auto cudaLaunchAttributePreferredSharedMemoryCarveout = static_cast<cudaLaunchAttributeID>(14);
constexpr auto cudaLaunchAttributeNvlinkUtilCentricScheduling = static_cast<cudaLaunchAttributeID>(16);

constexpr int cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5;  // of cudaDeviceP2PAttr

constexpr auto cudaErrorLossyQuery = static_cast<cudaError_t>(402);

constexpr auto cudaGraphNodeTypeConditional = static_cast<cudaGraphNodeType>(13);
constexpr int cudaGraphCondTypeIf = 0;
constexpr int cudaGraphCondTypeWhile = 1;
constexpr int cudaGraphCondTypeSwitch = 2;
constexpr unsigned cudaGraphCondAssignDefault = 1;
constexpr int cudaGraphInstantiateSuccess = 0;
constexpr int cudaGraphInstantiateInvalidStructure = 2;

constexpr auto cudaMemLocationTypeHost = static_cast<cudaMemLocationType>(2);

// cudaDriverEntryPointQueryResult
constexpr int cudaDriverEntryPointSuccess = 0;
constexpr int cudaDriverEntryPointSymbolNotFound = 1;
constexpr int cudaDriverEntryPointVersionNotSufficent = 2;

}  // namespace simt::runtime::newer
