// Calls of CUDA 12 alone, found by comparing the headers of CUDA 12.4 with those of CUDA 13. cudaEventElapsedTime_v2
// came with 12.8.
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt::runtime;

namespace {
constexpr int kVersion = 12090;  // the last CUDA 12: one library answers for all of them
}

SIMT_OLDER(cudaRuntimeGetVersion, int* version) { return simt_runtime_version(version, kVersion); }

SIMT_OLDER(cudaGetDeviceProperties_v2, cudaDeviceProp* properties, int device) {
    return simt_device_properties_12(properties, sizeof(Properties12), device);
}

SIMT_OLDER(cudaFuncGetAttributes, cudaFuncAttributes* attributes, const void* function) {
    return simt_function_attributes(attributes, sizeof(FunctionAttributes), function);
}

SIMT_OLDER(cudaGetDriverEntryPoint, const char* name, void** function, unsigned long long flags,
           int* result) {
    return simt_driver_entry_point(name, function, kVersion, flags, result);
}
SIMT_OLDER_PTSZ(cudaGetDriverEntryPoint);

SIMT_OLDER(cudaMemAdvise_v2, const void* pointer, size_t bytes, cudaMemoryAdvise advice,
           cudaMemLocation location) {
    return simt_mem_advise(pointer, bytes, advice, location);
}

SIMT_OLDER(cudaMemPrefetchAsync_v2, const void* pointer, size_t bytes, cudaMemLocation location,
           unsigned flags, cudaStream_t stream) {
    return simt_mem_prefetch(pointer, bytes, location, flags, stream);
}
SIMT_OLDER_PTSZ(cudaMemPrefetchAsync_v2);

SIMT_OLDER(cudaEventElapsedTime_v2, float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return cudaEventElapsedTime(milliseconds, start, end);
}

SIMT_UNSUPPORTED(cudaGraphAddDependencies_v2)
SIMT_UNSUPPORTED(cudaGraphAddNode_v2)
SIMT_UNSUPPORTED(cudaGraphGetEdges_v2)
SIMT_UNSUPPORTED(cudaGraphNodeGetDependencies_v2)
SIMT_UNSUPPORTED(cudaGraphNodeGetDependentNodes_v2)
SIMT_UNSUPPORTED(cudaGraphRemoveDependencies_v2)
SIMT_UNSUPPORTED_TWICE(cudaStreamGetCaptureInfo_v3, ptsz)
SIMT_UNSUPPORTED_TWICE(cudaStreamUpdateCaptureDependencies_v2, ptsz)
