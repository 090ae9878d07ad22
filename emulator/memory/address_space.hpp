// The device's memory: allocations, where they lie, and what is known of each byte.
//
// Device addresses are not host addresses: global allocations lie at least 1 GiB apart in a range that the host process
// has not mapped, so that no stray index lands in a neighbour and a host access to a device pointer faults instead of
// quietly working. Managed and pinned allocations are the exception: host and device use one address.
// Freed addresses are not given out again while the range lasts, so that a use after free is known as such.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "emulator/address_windows.hpp"
#include "emulator/integers.hpp"

namespace simt::memory {

constexpr u64 kDeviceBegin = 0x2010'0000'0000;
constexpr u64 kDeviceEnd = 0x5000'0000'0000;
constexpr u64 kGap = u64{1} << 30;

constexpr u32 kSectorBytes = 32;

enum class Kind { Device, Managed, Pinned, Registered, Variable, Constant };

// One allocation. The shadow arrays are what the checks and counters keep per word and per sector.
struct Allocation {
    u64 address = 0;     // device address of the first byte
    u64 size = 0;        // bytes asked for; accesses are held to this
    u8* host = nullptr;  // where the bytes are
    Kind kind = Kind::Device;
    u64 serial = 0;      // 1, 2, … in order of allocation
    std::string label;   // "cudaMalloc (3rd call)", "__device__ variable coef"
    bool freed = false;  // kept for reports; host and shadows are gone
    // Bit k of written[b] says that byte 8b + k has been written. nullptr: everything counts as written.
    u8* written = nullptr;
    // The same for padding: unwritten bytes between the members of a structure that was written, and copies of such bytes.
    // nullptr: none is known.
    u8* padding = nullptr;
    // 1 where a launch has read or written the sector (device address / 32, from the allocation's first sector);
    // cleared at the end of the launch. touched[s / 4096] is set along with either.
    u8* sector_read = nullptr;
    u8* sector_write = nullptr;
    u8* touched = nullptr;
    u64 sectors() const { return ((address & (kSectorBytes - 1)) + size + kSectorBytes - 1) / kSectorBytes; }
    bool holds(u64 first, u64 bytes) const {
        return first >= address && bytes <= size && first - address <= size - bytes;
    }
};

class AddressSpace {
  public:
    AddressSpace();
    ~AddressSpace();
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

    // A new allocation, 256-byte aligned (512 for pitched ones, as on the hardware), or nullptr if the host has not the
    // memory for it. initialised: whether its bytes count as written (managed, pinned and variables: yes).
    const Allocation* allocate(u64 size, Kind kind, std::string label, bool initialised);

    // Host memory of the program's made visible to the device (cudaHostRegister); its bytes count as written.
    const Allocation* adopt(void* host, u64 size, std::string label);

    enum class FreeResult { Ok, NotAnAllocation, NotItsStart, AlreadyFreed };
    FreeResult free(u64 address);

    // The live allocation that holds the address; nullptr if none does. Safe while blocks run in parallel.
    const Allocation* find(u64 address) const;
    // For a report: the allocation, live or freed, that holds the address or lies nearest to it.
    const Allocation* nearest(u64 address) const;

    // The host bytes behind [address, address + size), or nullptr unless one live allocation holds them all.
    u8* host(u64 address, u64 size) const;
    void mark_written(u64 address, u64 size);
    // A kernel has copied padding to there: of the 32 bytes from the address on, those of `bytes` (bit k: the k-th) are
    // unwritten, and padding. Safe while blocks run in parallel, as note_padding is.
    void leave_unwritten(u64 address, u32 bytes);
    // The bytes, which the allocation may hold, lie between members of a structure. Nothing changes if they are written.
    void note_padding(const Allocation& allocation, u64 address, u32 bytes);

    // Distinct sectors read and written since the last call, and forgets them.
    struct Traffic {
        u64 sectors_read, sectors_written;
    };
    Traffic take_traffic();

    // What is left to allocate, in bytes, and how much there is: the host's memory, at most the H200's.
    u64 available() const;
    u64 total() const;

    // Live allocations, in order of address (leak reports, tests).
    std::vector<const Allocation*> live() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace simt::memory
