// The device as a whole: which one, what it has, waiting for it, resetting it, limits and preferences, versions.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/device_attributes.hpp"
#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/leaks.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

constexpr int kRuntimeVersion = std::max(13000, CUDART_VERSION);
constexpr const char* kBusId = "0000:00:06.0";

cudaError_t check_device(int device) {
    if (device == 0) return cudaSuccess;
    return refuse(cudaErrorInvalidDevice, "there is one device, number 0; asked for {}", device);
}

template <class Properties>
cudaError_t get_properties(void* properties, size_t bytes, int device) {
    return query("cudaGetDeviceProperties", [&](Context& context) -> cudaError_t {
        if (const cudaError_t error = check_device(device); error != cudaSuccess) return error;
        return answer_part(properties, device_properties<Properties>(context.space.total()), bytes);
    });
}

cudaError_t get_version(const char* name, int* version, int number) {
    return query(name, [&](Context&) { return answer(version, number); });
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    return query("cudaGetDeviceCount", [&](Context&) { return answer(count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
    return query("cudaGetDevice", [&](Context&) { return answer(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
    return query("cudaSetDevice", [&](Context&) -> cudaError_t {
        if (device_error() == cudaErrorDevicesUnavailable) return device_error();
        return check_device(device);
    });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
    return call("cudaInitDevice", [&](Context&) { return check_device(device); });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return call("cudaSetValidDevices", [&](Context&) -> cudaError_t {
        for (int k = 0; k < count; ++k)
            if (const cudaError_t error = check_device(devices[k]); error != cudaSuccess) return error;
        return cudaSuccess;
    });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return call("cudaChooseDevice", [&](Context&) { return answer(device, 0); });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return get_properties<Properties13>(properties, sizeof(Properties13), device);
}

cudaError_t simt_device_properties_12(void* properties, size_t bytes, int device) {
    return get_properties<Properties12>(properties, bytes, device);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return query("cudaDeviceGetAttribute", [&](Context&) -> cudaError_t {
        if (const cudaError_t error = check_device(device); error != cudaSuccess) return error;
        const std::optional<int> found = device_attribute(attribute);
        if (!found)
            return refuse(cudaErrorInvalidValue, "there is no device attribute {}",
                          static_cast<int>(attribute));
        return answer(value, *found);
    });
}

cudaError_t cudaDeviceSynchronize() {
    return call("cudaDeviceSynchronize", [](Context& context) { return context.streams.synchronize(); });
}

// A device stays lost for the process once a kernel has brought it down: an H200 answers cudaDeviceReset with success
// and every later call with cudaErrorDevicesUnavailable.
cudaError_t cudaDeviceReset() {
    return query("cudaDeviceReset", [](Context& context) -> cudaError_t {
        context.streams.synchronize();
        if (device_error() != cudaSuccess) {
            set_device_error(cudaErrorDevicesUnavailable);
            return cudaSuccess;
        }
        announce_leaks(context, "before cudaDeviceReset");
        context.reset();
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return call("cudaDeviceGetLimit", [&](Context& context) -> cudaError_t {
        const size_t* const known = context.preferences.limit(limit);
        if (!known)
            return refuse(cudaErrorUnsupportedLimit, "the device has no limit {}", static_cast<int>(limit));
        return answer(value, *known);
    });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return call("cudaDeviceSetLimit", [&](Context& context) -> cudaError_t {
        constexpr size_t kMostStack = size_t{512} << 10;  // bytes of local memory a thread can have
        size_t* const known = context.preferences.limit(limit);
        if (!known)
            return refuse(cudaErrorInvalidValue, "the device has no limit {}", static_cast<int>(limit));
        if (limit == cudaLimitStackSize && value > kMostStack)
            return refuse(cudaErrorInvalidValue, "a stack of {} bytes is more than the {} of a thread", value,
                          kMostStack);
        *known = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return call("cudaDeviceGetCacheConfig",
                [&](Context& context) { return answer(config, context.preferences.cache); });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return call("cudaDeviceSetCacheConfig", [&](Context& context) {
        context.preferences.cache = config;
        return cudaSuccess;
    });
}

// Banks have been 4 bytes wide on every GPU since 2014, and asking for another width has no effect there either.
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return call("cudaDeviceGetSharedMemConfig",
                [&](Context&) { return answer(config, cudaSharedMemBankSizeFourByte); });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return call("cudaDeviceSetSharedMemConfig", [](Context&) { return cudaSuccess; });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return call("cudaSetDeviceFlags", [&](Context& context) -> cudaError_t {
        if (flags & ~unsigned{cudaDeviceMask})
            return refuse(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        context.preferences.flags = flags | cudaDeviceMapHost;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return call("cudaGetDeviceFlags",
                [&](Context& context) { return answer(flags, context.preferences.flags); });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return call("cudaCtxResetPersistingL2Cache", [](Context&) { return cudaSuccess; });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return call("cudaDeviceGetPCIBusId", [&](Context&) -> cudaError_t {
        if (const cudaError_t error = check_device(device); error != cudaSuccess) return error;
        if (!text || length <= static_cast<int>(std::strlen(kBusId)))
            return refuse(cudaErrorInvalidValue, "the bus id needs {} characters", std::strlen(kBusId) + 1);
        std::snprintf(text, static_cast<size_t>(length), "%s", kBusId);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return call("cudaDeviceGetByPCIBusId", [&](Context&) -> cudaError_t {
        if (!text || std::strcmp(text, kBusId) != 0)
            return refuse(cudaErrorInvalidDevice, "there is one device, at {}", kBusId);
        return answer(device, 0);
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return call("cudaDeviceCanAccessPeer", [&](Context&) -> cudaError_t {
        if (const cudaError_t error = check_device(device); error != cudaSuccess) return error;
        if (const cudaError_t error = check_device(peer); error != cudaSuccess) return error;
        return answer(can, 0);
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
    return call("cudaDeviceEnablePeerAccess", [&](Context&) -> cudaError_t {
        if (const cudaError_t error = check_device(peer); error != cudaSuccess) return error;
        return refuse(cudaErrorPeerAccessUnsupported, "there is one device, and it is no peer of itself");
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return call("cudaDeviceDisablePeerAccess", [&](Context&) -> cudaError_t {
        if (const cudaError_t error = check_device(peer); error != cudaSuccess) return error;
        return refuse(cudaErrorPeerAccessNotEnabled, "access to a peer has not been enabled");
    });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return get_version("cudaRuntimeGetVersion", version, kRuntimeVersion);
}

cudaError_t simt_runtime_version(int* version, int number) {
    return get_version("cudaRuntimeGetVersion", version, number);
}

cudaError_t cudaDriverGetVersion(int* version) {
    return get_version("cudaDriverGetVersion", version, kRuntimeVersion);
}

cudaError_t cudaProfilerStart() {
    return call("cudaProfilerStart", [](Context&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
    return call("cudaProfilerStop", [](Context&) { return cudaSuccess; });
}
