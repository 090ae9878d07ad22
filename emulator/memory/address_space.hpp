// The devices' memory: allocations, their addresses, and the state of each byte. All devices share the addresses, so that each
// address names the memory of one device.
//
// Device addresses are not host addresses. Global allocations lie at least 1 GiB apart in a range that the host
// process has not mapped. So a stray index hits no neighbour, and a host access to a device pointer faults instead of
// quietly working. Managed and pinned allocations are the exception: host and device use one address. Freed addresses
// are not reused until the whole range has been given out, so a use after free is recognised.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emulator/address_windows.hpp"
#include "emulator/integers.hpp"
#include "emulator/memory/shape.hpp"

namespace simt::memory {

constexpr u64 kDeviceBegin = 0x2010'0000'0000;
constexpr u64 kDeviceEnd = 0x5000'0000'0000;
constexpr u64 kGap = u64{1} << 30;

constexpr u32 kSectorBytes = 32;
constexpr int kEveryDevice = -1;       // Allocation::device of memory that belongs to all
constexpr u64 kTouchedSectors = 4096;  // for each element of Allocation::touched

enum class Kind { Device, Managed, Pinned, Registered, Variable, Constant, Heap };

// One allocation. The checks and counters keep their state per byte and per sector in the shadow arrays.
struct Allocation {
    u64 address = 0;     // device address of the first byte
    u64 size = 0;        // bytes asked for; an access beyond them is out of bounds
    u8* host = nullptr;  // where the bytes are
    Kind kind = Kind::Device;
    int device = 0;             // the device whose memory it is, or for which the host's memory was allocated
    u64 serial = 0;             // 1, 2, … in order of allocation
    std::string label;          // "cudaMalloc (3rd call)", "__device__ variable coef"
    std::vector<Shape> shapes;  // as the program annotated it; where two overlap, the later one holds
    bool freed = false;         // kept for reports; host and shadows are gone
    // Bit k of written[b]: byte 8b + k has been written. nullptr: everything counts as written.
    u8* written = nullptr;
    // The same for padding: unwritten bytes between the members of a structure that was written, and copies of such
    // bytes. nullptr: no padding is known.
    u8* padding = nullptr;
    // By sector of the allocation: 1 if the current launch has read (written) it. A launch that sets one for sector s also
    // sets touched[s / kTouchedSectors]. All are cleared at the end of the launch.
    u8* sector_read = nullptr;
    u8* sector_write = nullptr;
    u8* touched = nullptr;
    std::string description() const;  // "4096 bytes at 0x201000000000, allocated by cudaMalloc (3rd call)"
    u64 sectors() const { return ((address & (kSectorBytes - 1)) + size + kSectorBytes - 1) / kSectorBytes; }
    bool holds(u64 first, u64 bytes) const {
        return first >= address && bytes <= size && first - address <= size - bytes;
    }
    // The shape that holds the byte at this distance from the beginning. If none does, the only shape, unless the byte
    // lies before it; else nullptr.
    const Shape* shape_at(s64 byte) const;
};

class AddressSpace {
  public:
    explicit AddressSpace(int devices = 1);
    ~AddressSpace();
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

    // A new allocation, 256-byte aligned (512 for pitched ones, as on the hardware), or nullptr if the host lacks the
    // memory. initialised: whether its bytes count as written (yes for managed memory, pinned memory and variables).
    // at: an address that an earlier allocation of this size had, if nothing lies there now; 0: any.
    const Allocation* allocate(u64 size, Kind kind, std::string label, bool initialised, u64 at = 0,
                               int device = 0);

    // The program's host memory, made visible to the device (cudaHostRegister); its bytes count as written.
    const Allocation* adopt(void* host, u64 size, std::string label, int device = 0);

    // Gives the matrix that begins at the address its shape; Shape::offset is not used. An earlier shape that begins there is
    // forgotten. False, and nothing has changed, unless one live allocation holds the whole matrix.
    bool annotate(u64 address, Shape shape);

    enum class FreeResult { Ok, NotAnAllocation, NotItsStart, AlreadyFreed };
    FreeResult free(u64 address);

    int devices() const;  // how many there are

    // What the kernels of a device see. While a View lives, find() and host() know only the allocations for which `reaches`
    // returns true, and the heap is the device's. Without one they know all, and the heap is device 0's.
    class View {
      public:
        View(AddressSpace& space, int device, const std::function<bool(const Allocation&)>& reaches);
        ~View();
        View(const View&) = delete;
        View& operator=(const View&) = delete;

      private:
        AddressSpace& space_;
        int outer_;
        std::vector<u64> hidden_;  // addresses
    };

    // A device's heap of malloc in kernels (device_heap.hpp), which exists from the first heap_allocate on. set_heap_limit
    // returns false if it exists. All are safe while blocks run in parallel.
    bool set_heap_limit(u64 bytes, int device = 0);
    u64 heap_allocate(u64 size, std::string by, u64 align = kSectorBytes);  // 0: the heap is full
    FreeResult heap_free(u64 address);
    std::vector<const Allocation*> heap_blocks() const;  // the live ones, of all devices

    // The live allocation that holds the address, of the heap a block; nullptr if none does. Safe while blocks run in parallel.
    const Allocation* find(u64 address) const;
    // For a report: the allocation, live or freed, that holds the address or lies nearest to it.
    const Allocation* nearest(u64 address) const;

    // The host bytes of [address, address + size), or nullptr unless one live allocation holds them all.
    u8* host(u64 address, u64 size) const;
    void mark_written(u64 address, u64 size);
    // Records that a kernel copied padding there. For each bit k of `bytes`, the byte at address + k becomes unwritten
    // padding. Safe while blocks run in parallel, like note_padding.
    void leave_unwritten(u64 address, u32 bytes);
    // Marks `bytes` bytes as padding between a structure's members, if the allocation holds all of them. Leaves the
    // written bits as they are.
    void note_padding(const Allocation& allocation, u64 address, u32 bytes);

    // Counts the distinct sectors read and written since the last call, and forgets them.
    struct Traffic {
        u64 sectors_read, sectors_written;
    };
    Traffic take_traffic();

    // Bytes left to allocate, and bytes in all of one device: its share of the host's memory, at most the H200's.
    u64 available() const;
    u64 total() const;

    // Live allocations, in order of address (leak reports, tests).
    std::vector<const Allocation*> live() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace simt::memory
