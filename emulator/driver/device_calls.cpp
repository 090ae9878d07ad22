// Calls about a device: its number, name, attributes and limits, and the driver's version.
#include "emulator/driver/call.hpp"

#include <cudaProfiler.h>

#include <algorithm>
#include <cstring>

#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/layouts.hpp"

namespace simt::driver {
namespace {

runtime::Properties13 properties(int device) {
    return runtime::device_properties<runtime::Properties13>(context().space.total(), device);
}

CUresult uuid(CUuuid* result, CUdevice device, const char* name) {
    return initialised(
        [&] {
            runtime::check_device(device);
            answer(result, properties(device).uuid);
        },
        name);
}

}  // namespace

SIMT_DRIVER(cuDriverGetVersion, , int* version) {
    return at_any_time([&] { return cudaDriverGetVersion(version); });
}

SIMT_DRIVER(cuDeviceGetCount, , int* count) {
    return initialised([&] { return cudaGetDeviceCount(count); });
}

SIMT_DRIVER(cuDeviceGet, , CUdevice* device, int number) {
    return initialised([&] {
        runtime::check_device(number);
        answer(device, number);
    });
}

SIMT_DRIVER(cuDeviceGetName, , char* name, int length, CUdevice device) {
    return initialised([&] {
        runtime::check_device(device);
        if (!name || length <= 0) fail(cudaErrorInvalidValue, "there is no room for the name");
        const int copied = std::min<int>(length - 1, static_cast<int>(std::strlen(runtime::h200::kName)));
        std::memcpy(name, runtime::h200::kName, static_cast<size_t>(copied));
        name[copied] = '\0';
    });
}

SIMT_DRIVER_UNDECLARED(cuDeviceGetUuid, , CUuuid* result, CUdevice device) {
    return uuid(result, device, __func__);
}
SIMT_DRIVER(cuDeviceGetUuid, _v2, CUuuid* result, CUdevice device) { return uuid(result, device, __func__); }

SIMT_DRIVER(cuDeviceTotalMem, _v2, size_t* bytes, CUdevice device) {
    return initialised([&] {
        runtime::check_device(device);
        answer(bytes, context().space.total());
    });
}

// The attributes have the numbers of cudaDeviceAttr. Those that the runtime does not have are features of the driver that the
// emulator lacks.
SIMT_DRIVER(cuDeviceGetAttribute, , int* value, CUdevice_attribute attribute, CUdevice device) {
    constexpr int kAttributes = 148;  // CU_DEVICE_ATTRIBUTE_MAX of CUDA 13
    return initialised([&] {
        runtime::check_device(device);
        if (attribute < 1 || attribute >= kAttributes)
            fail(cudaErrorInvalidValue, "there is no device attribute {}", static_cast<int>(attribute));
        answer(value, runtime::device_attribute(static_cast<cudaDeviceAttr>(attribute), device).value_or(0));
    });
}

SIMT_DRIVER(cuDeviceComputeCapability, , int* major, int* minor, CUdevice device) {
    return initialised([&] {
        runtime::check_device(device);
        answer(major, static_cast<int>(runtime::h200::kMajor));
        answer(minor, static_cast<int>(runtime::h200::kMinor));
    });
}

SIMT_DRIVER(cuDeviceGetProperties, , CUdevprop* result, CUdevice device) {
    return initialised([&] {
        runtime::check_device(device);
        const runtime::Properties13 p = properties(device);
        CUdevprop part = {};
        part.maxThreadsPerBlock = p.maxThreadsPerBlock;
        std::copy_n(p.maxThreadsDim, 3, part.maxThreadsDim);
        std::copy_n(p.maxGridSize, 3, part.maxGridSize);
        part.sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
        part.totalConstantMemory = static_cast<int>(p.totalConstMem);
        part.SIMDWidth = p.warpSize;
        part.memPitch = static_cast<int>(p.memPitch);
        part.regsPerBlock = p.regsPerBlock;
        cudaDeviceGetAttribute(&part.clockRate, cudaDevAttrClockRate, 0);
        part.textureAlign = static_cast<int>(p.textureAlignment);
        answer(result, part);
    });
}

SIMT_DRIVER(cuDeviceGetPCIBusId, , char* text, int length, CUdevice device) {
    return initialised([&] { return cudaDeviceGetPCIBusId(text, length, device); });
}

SIMT_DRIVER(cuDeviceGetByPCIBusId, , CUdevice* device, const char* text) {
    return initialised([&] { return cudaDeviceGetByPCIBusId(device, text); });
}

// Limits have the numbers of cudaLimit, cache preferences those of cudaFuncCache.
SIMT_DRIVER(cuCtxGetLimit, , size_t* value, CUlimit limit) {
    return in_context([&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}

SIMT_DRIVER(cuCtxSetLimit, , CUlimit limit, size_t value) {
    return in_context([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}

SIMT_DRIVER(cuCtxGetCacheConfig, , CUfunc_cache* config) {
    return in_context(
        [&] { answer(config, static_cast<CUfunc_cache>(context().device().preferences.cache)); });
}

SIMT_DRIVER(cuCtxSetCacheConfig, , CUfunc_cache config) {
    return in_context([&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}

SIMT_DRIVER(cuCtxGetSharedMemConfig, , CUsharedconfig* config) {
    return in_context([&] { answer(config, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE); });
}

SIMT_DRIVER(cuCtxSetSharedMemConfig, , CUsharedconfig) {
    return in_context([] {});
}

SIMT_DRIVER(cuCtxGetStreamPriorityRange, , int* least, int* greatest) {
    return in_context([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}

SIMT_DRIVER(cuCtxResetPersistingL2Cache, ) {
    return in_context([] {});
}

SIMT_DRIVER(cuProfilerStart, ) {
    return in_context([] {});
}

SIMT_DRIVER(cuProfilerStop, ) {
    return in_context([] {});
}

}  // namespace simt::driver
