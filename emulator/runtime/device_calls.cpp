// Calls about the device as a whole: selection, attributes, waiting, reset, limits and preferences, versions.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

constexpr int kRuntimeVersion = std::max(13000, CUDART_VERSION);
constexpr const char* kBusId = "0000:00:06.0";

template <class Properties>
cudaError_t get_properties(void* properties, size_t bytes, int device) {
    return query(
        [&] {
            check_device(device);
            answer_part(properties, device_properties<Properties>(context().space.total()), bytes);
        },
        "cudaGetDeviceProperties");
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    return query([&] { answer(count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
    return query([&] { answer(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
    return query([&] {
        if (device_error() == cudaErrorDevicesUnavailable) check_device_error();
        check_device(device);
    });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
    return call([&] { check_device(device); });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return call([&] { std::for_each_n(devices, std::max(count, 0), check_device); });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return call([&] { answer(device, 0); });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return get_properties<Properties13>(properties, sizeof(Properties13), device);
}

cudaError_t simt_device_properties_12(void* properties, size_t bytes, int device) {
    return get_properties<Properties12>(properties, bytes, device);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return query([&] {
        check_device(device);
        const std::optional<int> found = device_attribute(attribute);
        if (!found)
            fail(cudaErrorInvalidValue, "there is no device attribute {}", static_cast<int>(attribute));
        answer(value, *found);
    });
}

cudaError_t cudaDeviceSynchronize() {
    return call([] { context().streams.synchronize(); });
}

// A device stays lost for the process once a kernel has brought it down: an H200 answers cudaDeviceReset with success
// and every later call with cudaErrorDevicesUnavailable.
cudaError_t cudaDeviceReset() {
    return query([] {
        outcome_of(current_call(), [] { context().streams.synchronize(); });  // the reset drops their errors
        if (device_error() != cudaSuccess) return set_device_error(cudaErrorDevicesUnavailable);
        announce_leaks(context().space, "before cudaDeviceReset");
        context().reset();
    });
}

namespace {

size_t& limit_named(cudaLimit limit, cudaError_t error) {
    const auto found = context().preferences.limits.find(limit);
    if (found == context().preferences.limits.end())
        fail(error, "the device has no limit {}", static_cast<int>(limit));
    return found->second;
}

}  // namespace

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return call([&] { answer(value, limit_named(limit, cudaErrorUnsupportedLimit)); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return call([&] {
        constexpr size_t kMostStack = size_t{512} << 10;  // bytes of local memory a thread can have
        size_t& known = limit_named(limit, cudaErrorInvalidValue);
        if (limit == cudaLimitStackSize && value > kMostStack)
            fail(cudaErrorInvalidValue, "a stack of {} bytes is more than the {} of a thread", value,
                 kMostStack);
        known = value;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return call([&] { answer(config, context().preferences.cache); });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return call([&] { context().preferences.cache = config; });
}

// Banks have been 4 bytes wide on every GPU since 2014, and asking for another width has no effect there either.
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return call([&] { answer(config, cudaSharedMemBankSizeFourByte); });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return call([] {});
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return call([&] {
        if (flags & ~unsigned{cudaDeviceMask}) fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        context().preferences.flags = flags | cudaDeviceMapHost;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return call([&] { answer(flags, context().preferences.flags); });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return call([] {});
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return call([&] {
        check_device(device);
        if (!text || length <= static_cast<int>(std::strlen(kBusId)))
            fail(cudaErrorInvalidValue, "the bus id needs {} characters", std::strlen(kBusId) + 1);
        std::strcpy(text, kBusId);
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return call([&] {
        if (!text || std::strcmp(text, kBusId) != 0)
            fail(cudaErrorInvalidDevice, "there is one device, at {}", kBusId);
        answer(device, 0);
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return call([&] {
        check_device(device);
        check_device(peer);
        answer(can, 0);
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
    return call([&] {
        check_device(peer);
        fail(cudaErrorPeerAccessUnsupported, "there is one device, and it is no peer of itself");
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return call([&] {
        check_device(peer);
        fail(cudaErrorPeerAccessNotEnabled, "access to a peer has not been enabled");
    });
}

cudaError_t simt_runtime_version(int* version, int number) {
    return query([&] { answer(version, number); }, "cudaRuntimeGetVersion");
}

cudaError_t cudaRuntimeGetVersion(int* version) { return simt_runtime_version(version, kRuntimeVersion); }

cudaError_t cudaDriverGetVersion(int* version) {
    return query([&] { answer(version, kRuntimeVersion); });
}

cudaError_t cudaProfilerStart() {
    return call([] {});
}

cudaError_t cudaProfilerStop() {
    return call([] {});
}

// Only fills a structure. Programs call it before they find out that the emulator has no arrays.
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
