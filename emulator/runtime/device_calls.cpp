// Calls about a device as a whole: selection, attributes, waiting, reset, limits and preferences, versions.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

constexpr int kRuntimeVersion = std::max(13000, CUDART_VERSION);

std::string bus_id(int device) { return fmt::format("0000:{:02x}:06.0", device); }

template <class Properties>
cudaError_t get_properties(void* properties, size_t bytes, int device) {
    return query(
        [&] {
            check_device(device);
            answer_part(properties, device_properties<Properties>(context().space.total(), device), bytes);
        },
        "cudaGetDeviceProperties");
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    return query([&] { answer(count, settings().devices); });
}

cudaError_t cudaGetDevice(int* device) {
    return query([&] { answer(device, current_device()); });
}

cudaError_t cudaSetDevice(int device) {
    return query([&] {
        if (device_error() == cudaErrorDevicesUnavailable) check_device_error();
        check_device(device);
        use_device(device);
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
        const std::optional<int> found = device_attribute(attribute, device);
        if (!found)
            fail(cudaErrorInvalidValue, "there is no device attribute {}", static_cast<int>(attribute));
        answer(value, *found);
    });
}

cudaError_t cudaDeviceSynchronize() {
    return call([] { context().streams.synchronize(current_device()); });
}

// A device stays lost for the process once a kernel has brought it down: an H200 answers cudaDeviceReset with success
// and every later call with cudaErrorDevicesUnavailable.
cudaError_t simt::runtime::reset_device(int device, const char* name) {
    return query(
        [&] {
            // The reset drops their errors.
            outcome_of(current_call(), [&] { context().streams.synchronize(device); });
            if (device_error() != cudaSuccess) return set_device_error(cudaErrorDevicesUnavailable);
            announce_leaks(context().space, fmt::format("before {}", current_call()), device);
            context().reset(device);
        },
        name);
}

cudaError_t cudaDeviceReset() { return reset_device(current_device()); }

namespace {

size_t& limit_named(cudaLimit limit) {
    auto& limits = context().device().preferences.limits;
    const auto found = limits.find(limit);
    if (found == limits.end())
        fail(limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue,
             "the device has no limit {}", static_cast<int>(limit));
    return found->second;
}

// Whether the text has one of the forms that cudaDeviceGetByPCIBusId documents.
bool is_bus_id(const char* text) {
    unsigned domain, bus, device, function;
    int end = 0;
    const auto whole = [&] { return end != 0 && text[end] == '\0'; };
    std::sscanf(text, "%x:%x:%x.%x%n", &domain, &bus, &device, &function, &end);
    if (whole()) return true;
    std::sscanf(text, "%x:%x:%x%n", &domain, &bus, &device, &end);
    if (whole()) return true;
    std::sscanf(text, "%x:%x.%x%n", &bus, &device, &function, &end);
    return whole();
}

}  // namespace

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return call([&] { answer(value, limit_named(limit)); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return call([&] {
        constexpr size_t kMostStack = size_t{512} << 10;  // bytes of local memory a thread can have
        size_t& known = limit_named(limit);
        if (limit == cudaLimitStackSize && value > kMostStack)
            fail(cudaErrorInvalidValue, "a stack of {} bytes is more than the {} of a thread", value,
                 kMostStack);
        if (limit == cudaLimitMallocHeapSize && !context().space.set_heap_limit(value, current_device()))
            fail(cudaErrorInvalidValue,
                 "a kernel has called malloc already; set cudaLimitMallocHeapSize before the first such "
                 "launch");
        known = value;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return call([&] { answer(config, context().device().preferences.cache); });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return call([&] {
        if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
            fail(cudaErrorInvalidValue, "{} is no cudaFuncCache", static_cast<int>(config));
        context().device().preferences.cache = config;
    });
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
        context().device().preferences.flags = flags | cudaDeviceMapHost;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return call([&] { answer(flags, context().device().preferences.flags); });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return call([] {});
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return call([&] {
        check_device(device);
        const std::string id = bus_id(device);
        if (!text || length <= static_cast<int>(id.size()))
            fail(cudaErrorInvalidValue, "the bus id needs {} characters", id.size() + 1);
        std::strcpy(text, id.c_str());
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return call([&] {
        if (!text || !is_bus_id(text)) fail(cudaErrorInvalidValue, "the text is no bus id");
        for (int known = 0; known < settings().devices; ++known)
            if (text == bus_id(known)) return answer(device, known);
        fail(cudaErrorInvalidDevice, "no device is there; device 0 is at {}", bus_id(0));
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
