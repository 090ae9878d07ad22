// What exec asks of the runtime when a kernel calls a function of the device runtime (decode/device_calls.hpp).
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/decode/device_calls.hpp"

namespace simt::exec {

// A thread in such a call.
class DeviceThread {
  public:
    virtual ~DeviceThread() = default;
    u64 block = 0;   // linear index
    u32 number = 0;  // in its block

    // Argument k, as many of its bytes as Value has.
    template <class Value>
    Value argument(std::size_t k) const {
        Value value{};
        const std::vector<u8> bytes = bytes_of_argument(k);
        std::memcpy(&value, bytes.data(), bytes.size() < sizeof value ? bytes.size() : sizeof value);
        return value;
    }
    virtual std::vector<u8> bytes_of_argument(std::size_t k) const = 0;
    // Where the call stands.
    virtual check::Site site() const = 0;
    // Both take generic addresses. read: false if not all bytes are in memory. write: false if it was a fault, which has ended
    // the launch.
    virtual bool read(u64 address, void* to, u32 bytes) const = 0;
    virtual bool write(u64 address, const void* from, u32 bytes) = 0;
    // Divides the kernel's accesses here and returns the number of the part before (check/races/nested_launches.hpp).
    virtual u64 end_part() = 0;
};

class DeviceRuntime {
  public:
    virtual ~DeviceRuntime() = default;
    // Returns the function's result. Throws simt::Error for a misuse that ends the launch: "… passes …", without its place.
    virtual u64 call(DeviceCall which, DeviceThread& thread) = 0;
};

}  // namespace simt::exec
