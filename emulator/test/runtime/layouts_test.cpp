// The layouts of CUDA's structures: ours beside what NVIDIA's headers of 11.8, 12.4 and 13.0 say (by gdb's ptype /o), and beside
// the header that this is compiled with.
#include "emulator/runtime/layouts.hpp"

#include <doctest/doctest.h>

#include "emulator/runtime/newer_names.hpp"

using namespace simt::runtime;

TEST_CASE("CUDA 13's properties lie where its header has them") {
    CHECK(sizeof(Properties13) == 1008);
    CHECK(offsetof(Properties13, totalGlobalMem) == 288);
    CHECK(offsetof(Properties13, warpSize) == 308);
    CHECK(offsetof(Properties13, maxGridSize) == 336);
    CHECK(offsetof(Properties13, totalConstMem) == 352);
    CHECK(offsetof(Properties13, textureAlignment) == 368);
    CHECK(offsetof(Properties13, multiProcessorCount) == 384);
    CHECK(offsetof(Properties13, maxTexture3D) == 440);
    CHECK(offsetof(Properties13, maxSurfaceCubemapLayered) == 544);
    CHECK(offsetof(Properties13, surfaceAlignment) == 552);
    CHECK(offsetof(Properties13, concurrentKernels) == 560);
    CHECK(offsetof(Properties13, l2CacheSize) == 596);
    CHECK(offsetof(Properties13, sharedMemPerMultiprocessor) == 624);
    CHECK(offsetof(Properties13, managedMemory) == 636);
    CHECK(offsetof(Properties13, cooperativeLaunch) == 668);
    CHECK(offsetof(Properties13, sharedMemPerBlockOptin) == 672);
    CHECK(offsetof(Properties13, reservedSharedMemPerBlock) == 696);
    CHECK(offsetof(Properties13, clusterLaunch) == 748);
    CHECK(offsetof(Properties13, deviceNumaConfig) == 756);
    CHECK(offsetof(Properties13, gpuPciSubsystemID) == 776);
    CHECK(offsetof(Properties13, hostNumaMultinodeIpcSupported) == 780);
    CHECK(offsetof(Properties13, reserved) == 784);
}

TEST_CASE("CUDA 12's properties lie where its header has them, and CUDA 11's are their beginning") {
    CHECK(sizeof(Properties12) == 1032);
    CHECK(kProperties11 == 728);
    CHECK(offsetof(Properties12, totalGlobalMem) == 288);
    CHECK(offsetof(Properties12, warpSize) == 308);
    CHECK(offsetof(Properties12, maxGridSize) == 336);
    CHECK(offsetof(Properties12, totalConstMem) == 352);
    CHECK(offsetof(Properties12, textureAlignment) == 368);
    CHECK(offsetof(Properties12, multiProcessorCount) == 388);
    CHECK(offsetof(Properties12, maxTexture3D) == 456);
    CHECK(offsetof(Properties12, maxSurfaceCubemapLayered) == 560);
    CHECK(offsetof(Properties12, surfaceAlignment) == 568);
    CHECK(offsetof(Properties12, concurrentKernels) == 576);
    CHECK(offsetof(Properties12, l2CacheSize) == 616);
    CHECK(offsetof(Properties12, sharedMemPerMultiprocessor) == 640);
    CHECK(offsetof(Properties12, managedMemory) == 652);
    CHECK(offsetof(Properties12, cooperativeLaunch) == 688);
    CHECK(offsetof(Properties12, sharedMemPerBlockOptin) == 696);
    CHECK(offsetof(Properties12, reservedSharedMemPerBlock) == 720);
    CHECK(offsetof(Properties12, clockRate) == 348);
    CHECK(offsetof(Properties12, computeMode) == 404);
    CHECK(offsetof(Properties12, memoryClockRate) == 608);
    CHECK(offsetof(Properties12, singleToDoublePrecisionPerfRatio) == 668);
    CHECK(offsetof(Properties12, clusterLaunch) == 772);
    CHECK(offsetof(Properties12, unifiedFunctionPointers) == 776);
    CHECK(offsetof(Properties12, reserved) == 780);
}

TEST_CASE("the other structures are as long as each CUDA's header has them") {
    CHECK(sizeof(FunctionAttributes) == 144);
    CHECK(offsetof(FunctionAttributes, preferredShmemCarveout) == 48);
    CHECK(kFunctionAttributes11 == 52);  // of 56, the last 4 being padding
    CHECK(sizeof(PointerAttributes) == 88);
    CHECK(kPointerAttributes12 == 24);
    CHECK(sizeof(PoolProperties) == 88);
    CHECK(offsetof(PoolProperties, maxSize) == 24);
}

#if CUDART_VERSION >= 13000
TEST_CASE("they are the layouts of the header that the emulator is built with") {
    CHECK(sizeof(Properties13) == sizeof(cudaDeviceProp));
#define SAME(field) CHECK(offsetof(Properties13, field) == offsetof(cudaDeviceProp, field))
    SAME(luid);
    SAME(totalGlobalMem);
    SAME(maxThreadsDim);
    SAME(maxTexture2DLinear);
    SAME(maxSurface2DLayered);
    SAME(asyncEngineCount);
    SAME(hostNativeAtomicSupported);
    SAME(accessPolicyMaxWindowSize);
    SAME(memoryPoolSupportedHandleTypes);
    SAME(mpsEnabled);
#undef SAME
    CHECK(sizeof(FunctionAttributes) == sizeof(cudaFuncAttributes));
    CHECK(sizeof(PointerAttributes) == sizeof(cudaPointerAttributes));
    CHECK(sizeof(PoolProperties) == sizeof(cudaMemPoolProps));
    CHECK(sizeof(EdgeData) == sizeof(cudaGraphEdgeData));
    CHECK(sizeof(InstantiateParameters) == sizeof(cudaGraphInstantiateParams));
    CHECK(offsetof(InstantiateParameters, result_out) == offsetof(cudaGraphInstantiateParams, result_out));
    CHECK(sizeof(UpdateResult) == sizeof(cudaGraphExecUpdateResultInfo));
    CHECK(sizeof(NodeParameters) == sizeof(cudaGraphNodeParams));
    CHECK(offsetof(NodeParameters, kernel) == offsetof(cudaGraphNodeParams, kernel));
    CHECK(sizeof(NodeParameters::memcpy) == sizeof(cudaMemcpyNodeParams));
    CHECK(offsetof(ConditionalParameters, phGraph_out) == offsetof(cudaConditionalNodeParams, phGraph_out));
    CHECK(sizeof(TextureDescription) == sizeof(cudaTextureDesc));
    CHECK(offsetof(TextureDescription, borderColor) == offsetof(cudaTextureDesc, borderColor));
    CHECK(offsetof(TextureDescription, seamlessCubemap) == offsetof(cudaTextureDesc, seamlessCubemap));
    CHECK(sizeof(ResourceDescription) == sizeof(cudaResourceDesc));
    CHECK(offsetof(ResourceDescription, res) == offsetof(cudaResourceDesc, res));
    CHECK(offsetof(ResourceDescription, flags) == offsetof(cudaResourceDesc, flags));
}

TEST_CASE("the numbers without a name in older headers are CUDA 13's") {
#define SAME(name) CHECK(newer::name == ::name)
    SAME(cudaDevAttrIpcEventSupport);
    SAME(cudaDevAttrMemSyncDomainCount);
    SAME(cudaDevAttrNumaConfig);
    SAME(cudaDevAttrNumaId);
    SAME(cudaDevAttrMpsEnabled);
    SAME(cudaDevAttrHostNumaId);
    SAME(cudaDevAttrD3D12CigSupported);
    SAME(cudaDevAttrVulkanCigSupported);
    SAME(cudaDevAttrGpuPciDeviceId);
    SAME(cudaDevAttrGpuPciSubsystemId);
    SAME(cudaDevAttrHostNumaMemoryPoolsSupported);
    SAME(cudaDevAttrHostNumaMultinodeIpcSupported);
    SAME(cudaDevAttrHostMemoryPoolsSupported);
    SAME(cudaDevAttrOnlyPartialHostNativeAtomicSupported);
    SAME(cudaLaunchAttributeMemSyncDomainMap);
    SAME(cudaLaunchAttributeMemSyncDomain);
    SAME(cudaLaunchAttributePreferredSharedMemoryCarveout);
    SAME(cudaLaunchAttributeNvlinkUtilCentricScheduling);
    SAME(cudaMemLocationTypeHost);
    SAME(cudaErrorLossyQuery);
    SAME(cudaGraphNodeTypeConditional);
    SAME(cudaGraphCondTypeIf);
    SAME(cudaGraphCondTypeWhile);
    SAME(cudaGraphCondTypeSwitch);
    SAME(cudaGraphCondAssignDefault);
    SAME(cudaGraphInstantiateSuccess);
    SAME(cudaGraphInstantiateInvalidStructure);
    SAME(cudaDriverEntryPointSuccess);
    SAME(cudaDriverEntryPointSymbolNotFound);
    SAME(cudaDriverEntryPointVersionNotSufficent);
#undef SAME
}
#elif CUDART_VERSION >= 12000
TEST_CASE("they are the layouts of the header that the emulator is built with") {
    CHECK(sizeof(TextureDescription) == sizeof(cudaTextureDesc));
    CHECK(kResourceDescription12 == sizeof(cudaResourceDesc));
    CHECK(sizeof(Properties12) == sizeof(cudaDeviceProp));
    CHECK(sizeof(FunctionAttributes) == sizeof(cudaFuncAttributes));
    CHECK(kPointerAttributes12 == sizeof(cudaPointerAttributes));
}
#else
TEST_CASE("they are the layouts of the header that the emulator is built with") {
    CHECK(kTextureDescription11 == sizeof(cudaTextureDesc));
    CHECK(kResourceDescription12 == sizeof(cudaResourceDesc));
    CHECK(kProperties11 == sizeof(cudaDeviceProp));
    CHECK(kFunctionAttributes11 == sizeof(cudaFuncAttributes) - 4);
    CHECK(kPointerAttributes12 == sizeof(cudaPointerAttributes));
}
#endif
