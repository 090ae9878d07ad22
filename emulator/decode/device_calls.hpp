// The device runtime: the functions of libcudadevrt that a kernel may call. nvcc declares them and the program's machine code
// has them from that library. Of CUDA 13's there is no PTX; that of older ones calls the driver, and is not used.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::exec {

enum class DeviceCall : u8 {
    GetParameterBuffer,
    GetParameterBufferV2,
    LaunchDevice,
    LaunchDeviceV2,
    StreamCreateWithFlags,
    StreamDestroy,
    StreamWaitEvent,
    EventCreateWithFlags,
    EventRecord,
    EventRecordWithFlags,
    EventDestroy,
    MemcpyAsync,
    Memcpy2DAsync,
    Memcpy3DAsync,
    MemsetAsync,
    Memset2DAsync,
    Memset3DAsync,
    GetLastError,
    PeekAtLastError,
    GetErrorName,
    GetErrorString,
    GetDevice,
    GetDeviceCount,
    DeviceGetAttribute,
    DeviceGetLimit,
    DeviceGetCacheConfig,
    DeviceGetSharedMemConfig,
    RuntimeGetVersion,
    FuncGetAttributes,
    OccupancyMaxActiveBlocksPerMultiprocessor,
    OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
    Malloc,
    Free,
};

struct DeviceFunction {
    std::string_view name;  // without what stands before: cuda in CUDA 11, __cudaCDP2 since CUDA 12
    DeviceCall call;
    std::size_t parameters;
};

// The function of this name in PTX, with or without _ptsz; nullptr if the emulator does not have it.
const DeviceFunction* device_function(std::string_view name);
// Whether the name is one of the device runtime's, supported or not.
bool is_device_runtime(std::string_view name);

}  // namespace simt::exec
