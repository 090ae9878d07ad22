// Structures that the runtime fills for a program, in the layouts of CUDA 13 and CUDA 12. They are our own because
// the header that the emulator is built with has only one of the layouts; the fields have NVIDIA's names.
//
// An older CUDA's structure is often the beginning of a newer one: CUDA 11's properties are the first kProperties11
// bytes of CUDA 12's. A program never gets more bytes than its own header declares (older/).
#pragma once

#include <cstddef>
#include <type_traits>

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// A field that a layout lacks: it takes no room. Two of them differ in their number, so that they may share an address.
template <int number>
struct Absent {};

// cudaDeviceProp of CUDA 13 and, with the clocks and modes that CUDA 13 dropped, of CUDA 12.
template <bool is12>
struct Properties {
    template <int number>
    using Only12 = std::conditional_t<is12, int, Absent<number>>;
    template <int number, class Field = int>
    using Only13 = std::conditional_t<is12, Absent<number>, Field>;

    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    [[no_unique_address]] Only12<0> clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    [[no_unique_address]] Only12<1> deviceOverlap;
    int multiProcessorCount;
    [[no_unique_address]] Only12<2> kernelExecTimeoutEnabled;
    int integrated, canMapHostMemory;
    [[no_unique_address]] Only12<3> computeMode;
    int maxTexture1D, maxTexture1DMipmap;
    [[no_unique_address]] Only12<4> maxTexture1DLinear;
    int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3];
    int maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2];
    int maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
    int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
    int unifiedAddressing;
    [[no_unique_address]] Only12<5> memoryClockRate;
    int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
        hostNativeAtomicSupported;
    [[no_unique_address]] Only12<6> singleToDoublePrecisionPerfRatio;
    int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, cooperativeLaunch;
    [[no_unique_address]] Only12<7> cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
    int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
    [[no_unique_address]] Only13<8> deviceNumaConfig;
    [[no_unique_address]] Only13<9> deviceNumaId;
    [[no_unique_address]] Only13<10> mpsEnabled;
    [[no_unique_address]] Only13<11> hostNumaId;
    [[no_unique_address]] Only13<12, unsigned> gpuPciDeviceID;
    [[no_unique_address]] Only13<13, unsigned> gpuPciSubsystemID;
    [[no_unique_address]] Only13<14> hostNumaMultinodeIpcSupported;
    int reserved[is12 ? 63 : 56];
};
using Properties13 = Properties<false>;
using Properties12 = Properties<true>;
constexpr size_t kProperties11 = offsetof(Properties12, hostRegisterSupported);

// cudaFuncAttributes of CUDA 13 and 12; CUDA 11's ends before the clusters.
struct FunctionAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
    int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed, reserved[16];
};
constexpr size_t kFunctionAttributes11 = offsetof(FunctionAttributes, clusterDimMustBeSet);

// cudaPointerAttributes of CUDA 13; those of CUDA 12 and 11 end before the reserved fields.
struct PointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
    long reserved[8];
};
constexpr size_t kPointerAttributes12 = offsetof(PointerAttributes, reserved);

// cudaResourceDesc of CUDA 13; those of CUDA 12 and 11 end behind the largest of their resources.
struct ResourceDescription {
    alignas(8) int resType;
    alignas(8) unsigned char res[128];
    unsigned flags;
};
constexpr size_t kResourceDescription12 = 64;

// cudaTextureDesc of CUDA 13 and 12; CUDA 11's ends before seamlessCubemap.
struct TextureDescription {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
constexpr size_t kTextureDescription11 = offsetof(TextureDescription, seamlessCubemap);

// cudaMemPoolProps of CUDA 13 and 12; in CUDA 11's, maxSize is reserved and 0.
struct PoolProperties {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void* win32SecurityAttributes;
    size_t maxSize;
    unsigned char reserved[56];
};

// cudaGraphEdgeData, cudaGraphInstantiateParams and cudaGraphExecUpdateResultInfo, which CUDA 11.8 lacks.
struct EdgeData {
    unsigned char from_port, to_port, type, reserved[5];
};
struct InstantiateParameters {
    unsigned long long flags;
    cudaStream_t uploadStream;
    cudaGraphNode_t errNode_out;
    int result_out;
};
struct UpdateResult {
    int result;
    cudaGraphNode_t errorNode, errorFromNode;
};

// cudaGraphNodeParams, which CUDA 11.8 lacks.
struct ConditionalParameters {
    unsigned long long handle;
    int type;
    unsigned size;
    cudaGraph_t* phGraph_out;
};
struct NodeParameters {
    cudaGraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        cudaKernelNodeParams kernel;
        struct {
            int flags, reserved[3];
            cudaMemcpy3DParms box;
        } memcpy;
        cudaMemsetParams memset;
        cudaHostNodeParams host;
        struct {
            cudaGraph_t graph;
            int ownership;
        } graph;
        cudaEvent_t event;  // eventWait and eventRecord
        cudaMemAllocNodeParams alloc;
        void* free;
        ConditionalParameters conditional;
    };
    long long reserved2;
};

}  // namespace simt::runtime
