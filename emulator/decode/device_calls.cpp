// See device_calls.hpp.
#include "emulator/decode/device_calls.hpp"

#include <algorithm>

namespace simt::exec {
namespace {

using enum DeviceCall;

constexpr DeviceFunction kDeviceFunctions[] = {
    {"GetParameterBuffer", GetParameterBuffer, 2},
    {"GetParameterBufferV2", GetParameterBufferV2, 4},
    {"LaunchDevice", LaunchDevice, 6},
    {"LaunchDeviceV2", LaunchDeviceV2, 2},
    {"StreamCreateWithFlags", StreamCreateWithFlags, 2},
    {"StreamDestroy", StreamDestroy, 1},
    {"StreamWaitEvent", StreamWaitEvent, 3},
    {"EventCreateWithFlags", EventCreateWithFlags, 2},
    {"EventRecord", EventRecord, 2},
    {"EventRecordWithFlags", EventRecordWithFlags, 3},
    {"EventDestroy", EventDestroy, 1},
    {"MemcpyAsync", MemcpyAsync, 5},
    {"Memcpy2DAsync", Memcpy2DAsync, 8},
    {"Memcpy3DAsync", Memcpy3DAsync, 2},
    {"MemsetAsync", MemsetAsync, 4},
    {"Memset2DAsync", Memset2DAsync, 6},
    {"Memset3DAsync", Memset3DAsync, 4},
    {"GetLastError", GetLastError, 0},
    {"PeekAtLastError", PeekAtLastError, 0},
    {"GetErrorName", GetErrorName, 1},
    {"GetErrorString", GetErrorString, 1},
    {"GetDevice", GetDevice, 1},
    {"GetDeviceCount", GetDeviceCount, 1},
    {"DeviceGetAttribute", DeviceGetAttribute, 3},
    {"DeviceGetLimit", DeviceGetLimit, 2},
    {"DeviceGetCacheConfig", DeviceGetCacheConfig, 1},
    {"DeviceGetSharedMemConfig", DeviceGetSharedMemConfig, 1},
    {"RuntimeGetVersion", RuntimeGetVersion, 1},
    {"FuncGetAttributes", FuncGetAttributes, 2},
    {"OccupancyMaxActiveBlocksPerMultiprocessor", OccupancyMaxActiveBlocksPerMultiprocessor, 4},
    {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
     5},
    {"Malloc", Malloc, 2},
    {"Free", Free, 1},
};

// The name without its prefix; empty unless the prefix is one of the device runtime's.
std::string_view bare(std::string_view name) {
    for (const std::string_view before : {"__cudaCDP2", "cuda"})
        if (name.starts_with(before)) return name.substr(before.size());
    return {};
}

}  // namespace

const DeviceFunction* device_function(std::string_view name) {
    std::string_view wanted = bare(name);
    if (wanted.ends_with("_ptsz")) wanted.remove_suffix(5);
    const auto* const found = std::ranges::find(kDeviceFunctions, wanted, &DeviceFunction::name);
    return wanted.empty() || found == std::end(kDeviceFunctions) ? nullptr : found;
}

bool is_device_runtime(std::string_view name) {
    return !bare(name).empty() || name.starts_with("__cudaDevice");
}

}  // namespace simt::exec
