// How much memory this machine can still give, so that an allocation too large fails as on a GPU and not by a
// kill.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::memory {

// Bytes the machine has, and bytes that can be used without swapping: /proc/meminfo's MemTotal and
// MemAvailable, held to the control group's limit (containers) where there is one.
struct HostMemory {
    u64 total = 0;
    u64 available = 0;
};
HostMemory host_memory();

// The value of "key" in the lines of /proc/meminfo ("MemTotal:  24689 kB") or memory.stat ("file 4096"), in
// bytes.
std::optional<u64> value_of(std::string_view text, std::string_view key);

// Anonymous memory that takes no room until it is touched; reads as zero. Unmapped by the destructor.
class Mapping {
  public:
    Mapping() = default;
    // at: the address to map at, or 0 for any. bytes() is 0 afterwards if the system refused or the place was
    // taken.
    explicit Mapping(u64 size, u64 at = 0);
    ~Mapping();
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;

    u8* data() const { return data_; }
    u64 bytes() const { return bytes_; }

  private:
    u8* data_ = nullptr;
    u64 bytes_ = 0;
};

}  // namespace simt::memory
