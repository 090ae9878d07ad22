// How much memory this machine can still give. An allocation that is too large then fails as on a GPU, and the
// process is not killed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::memory {

// Bytes that the machine has, and bytes usable without swapping: MemTotal and MemAvailable of /proc/meminfo, limited
// by the control group (containers) if there is one.
struct HostMemory {
    u64 total = 0;
    u64 available = 0;
};
HostMemory host_memory();

// The value of "key" in the lines of /proc/meminfo ("MemTotal:  24689 kB") or memory.stat ("file 4096"), in bytes.
std::optional<u64> value_of(std::string_view text, std::string_view key);

struct Unmap {
    u64 bytes = 0;
    void operator()(u8* data) const;
};

// Anonymous memory that reads as zero and takes no room until it is touched. The destructor unmaps it.
class Mapping {
  public:
    Mapping() = default;
    // at: the address to map at, or 0 for any. Afterwards bytes() is 0 if the system refused or the place was taken.
    explicit Mapping(u64 size, u64 at = 0);
    u8* data() const { return data_.get(); }
    u64 bytes() const { return data_.get_deleter().bytes; }

  private:
    std::unique_ptr<u8, Unmap> data_;
};

}  // namespace simt::memory
