// Calls that CUDA 11 and CUDA 12 share and that CUDA 13 changed or dropped.
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt::runtime;

namespace {

cudaMemLocation location_of(int device) {
    const auto type = device == cudaCpuDeviceId ? newer::cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    return {type, device};
}

}  // namespace

SIMT_OLDER(cudaGetDeviceProperties, cudaDeviceProp* properties, int device) {
    return simt_device_properties_12(properties, kProperties11, device);
}

SIMT_OLDER(cudaPointerGetAttributes, cudaPointerAttributes* attributes, const void* pointer) {
    return simt_pointer_attributes(attributes, kPointerAttributes12, pointer);
}

SIMT_OLDER(cudaMemAdvise, const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
    return simt_mem_advise(pointer, bytes, advice, location_of(device));
}

SIMT_OLDER(cudaMemPrefetchAsync, const void* pointer, size_t bytes, int device, cudaStream_t stream) {
    return simt_mem_prefetch(pointer, bytes, location_of(device), 0, stream);
}
SIMT_OLDER_PTSZ(cudaMemPrefetchAsync);

SIMT_OLDER(cudaThreadSynchronize) { return cudaDeviceSynchronize(); }
SIMT_OLDER(cudaThreadExit) { return cudaDeviceReset(); }
SIMT_OLDER(cudaThreadSetLimit, cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
SIMT_OLDER(cudaThreadGetLimit, size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
SIMT_OLDER(cudaThreadSetCacheConfig, cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
SIMT_OLDER(cudaThreadGetCacheConfig, cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }

SIMT_UNSUPPORTED(cudaLaunchCooperativeKernelMultiDevice)
SIMT_UNSUPPORTED(cudaSetDoubleForDevice)
SIMT_UNSUPPORTED(cudaSetDoubleForHost)
SIMT_UNSUPPORTED_TWICE(cudaSignalExternalSemaphoresAsync_v2, ptsz)
SIMT_UNSUPPORTED_TWICE(cudaStreamGetCaptureInfo_v2, ptsz)
SIMT_UNSUPPORTED_TWICE(cudaWaitExternalSemaphoresAsync_v2, ptsz)
