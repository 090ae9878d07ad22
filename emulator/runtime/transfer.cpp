// Checks both ends of a copy or a memset, then moves the bytes. The runtime knows every device address, so it finds a
// wrong pointer or a length past an allocation's end before any byte moves.
#include "emulator/runtime/transfer.hpp"

#include <cstring>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"

namespace simt::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

enum class Place { Host, Device, Either, Kernel };  // Kernel: on the device, for a call of a kernel

std::string describe(const Allocation& allocation) {
    return fmt::format("{} bytes at {:#x} by {}", allocation.size, allocation.address, allocation.label);
}

// The bytes of the rows. Refuses rows that do not lie in one allocation or lie on the wrong side. role: "source" or
// "destination".
u8* bytes_of(const Rows& rows, Place place, const char* role) {
    const u64 address = rows.address;
    if (!address) refuse_memory("the {} is a null pointer", role);
    const Allocation* allocation = context().space.find(address);
    if (!allocation) {
        if (address >= memory::kDeviceBegin && address < memory::kDeviceEnd)
            refuse_memory("{}", nothing_there(role, address));
        if (place == Place::Device || place == Place::Kernel)
            refuse_memory(
                "the {} must be device memory, and {:#x} is an address of the host: is the direction of the "
                "copy right, and does its destination come first?",
                role, address);
        return reinterpret_cast<u8*>(address);
    }
    if (allocation->kind == Kind::Heap && place != Place::Kernel)
        refuse_memory(
            "the {} {:#x} is memory from malloc or new in a kernel ({}), which no copy of the host reaches: "
            "copy it "
            "in a kernel to memory from cudaMalloc",
            role, address, describe(*allocation));
    const bool host_can_touch = allocation->kind == Kind::Managed || allocation->kind == Kind::Pinned ||
                                allocation->kind == Kind::Registered;
    if (place == Place::Host && !host_can_touch)
        refuse_memory(
            "the {} must be host memory, and {:#x} is on the device ({}): is the direction of the copy "
            "right?",
            role, address, describe(*allocation));
    if (!allocation->holds(address, rows.extent()))
        refuse_memory("{} bytes from {:#x} on reach past the end of the {}, {}", rows.extent(), address, role,
                      describe(*allocation));
    return allocation->host + (address - allocation->address);
}

// source has no rows if the call is a memset.
void tell_checks(const Rows& destination, const Rows& source) {
    const auto position = context().position();
    for (const check::Finding& finding :
         check::host_copy(context().space, settings().checks, {current_call(), destination, source},
                          position ? &*position : nullptr))
        announce(finding);
}

bool on_device(u64 address) {
    const Allocation* const allocation = context().space.find(address);
    return allocation != nullptr && (allocation->kind == Kind::Device || allocation->kind == Kind::Variable ||
                                     allocation->kind == Kind::Constant);
}

// What a copy has brought to `to`, of these rows.
std::vector<u8> packed(const Rows& rows, const u8* to) {
    std::vector<u8> bytes;
    for (u64 row = 0; row < rows.height; ++row)
        bytes.insert(bytes.end(), to + row * rows.pitch, to + row * rows.pitch + rows.width);
    return bytes;
}

// For a copy whose bytes have moved to `to`.
void tell_decoys(const Rows& destination, const Rows& source, u8* to) {
    Decoys& decoys = context().decoys;
    const bool from_device = on_device(source.address), to_device = on_device(destination.address);
    if (!decoys.any() || from_device == to_device) return;
    std::vector<u8> bytes = packed(destination, to);
    if (from_device) return decoys.note_to_host(std::move(bytes));
    decoys.replace(bytes);
    for (u64 row = 0; row < destination.height; ++row)
        std::memcpy(to + row * destination.pitch, bytes.data() + row * destination.width, destination.width);
}

// Destination and source.
struct Places {
    Place to, from;
};

void move_bytes(const Rows& destination, const Rows& source, Places places) {
    const u64 width = source.width, height = source.height;
    if (height > 1 && (width > destination.pitch || width > source.pitch))
        fail(cudaErrorInvalidPitchValue, "rows of {} bytes do not fit pitches of {} and {} bytes", width,
             destination.pitch, source.pitch);
    if (width == 0 || height == 0) return;
    u8* const to = bytes_of(destination, places.to, "destination");
    const u8* const from = bytes_of(source, places.from, "source");
    for (u64 row = 0; row < height; ++row)
        std::memmove(to + row * destination.pitch, from + row * source.pitch, width);
    tell_decoys(destination, source, to);
    tell_checks(destination, source);
}

void fill_bytes(const Rows& destination, unsigned value, unsigned element, Place place) {
    const auto& [address, width, height, pitch] = destination;
    if (height > 1 && width > pitch)
        fail(cudaErrorInvalidValue, "rows of {} bytes do not fit a pitch of {} bytes", width, pitch);
    if (width == 0 || height == 0) return;
    u8* const to = bytes_of(destination, place, "destination");
    for (u64 row = 0; row < height; ++row) {
        u8* const first = to + row * pitch;
        if (element == 1)
            std::memset(first, static_cast<int>(value), width);
        else
            for (u64 byte = 0; byte < width; byte += element) std::memcpy(first + byte, &value, element);
    }
    tell_checks(destination, {});
}

}  // namespace

std::string nothing_there(const char* role, u64 address) {
    const Allocation* nearest = context().space.nearest(address);
    if (nearest && nearest->freed && nearest->holds(address, 1))
        return fmt::format("the {} {:#x} has been freed ({})", role, address, describe(*nearest));
    std::string sentence = fmt::format("the {} {:#x} is in no allocation of the device", role, address);
    if (nearest) sentence += fmt::format("; the nearest is {}", describe(*nearest));
    return sentence;
}

void copy(const Rows& destination, const Rows& source, cudaMemcpyKind kind) {
    // Source and destination of each cudaMemcpyKind, in the order of their numbers. An H200 takes device memory as host memory
    // in the first two (test/hardware/results/errors.txt).
    constexpr Place kPlaces[][2] = {{Place::Either, Place::Either},
                                    {Place::Either, Place::Device},
                                    {Place::Device, Place::Host},
                                    {Place::Device, Place::Device},
                                    {Place::Either, Place::Either}};
    if (static_cast<unsigned>(kind) >= std::size(kPlaces))
        fail(cudaErrorInvalidMemcpyDirection, "{} is no cudaMemcpyKind", static_cast<int>(kind));
    move_bytes(destination, source, {kPlaces[kind][1], kPlaces[kind][0]});
}

void copy_on_device(const Rows& destination, const Rows& source) {
    move_bytes(destination, source, {Place::Kernel, Place::Kernel});
}

void fill(const Rows& destination, unsigned value, unsigned element) {
    fill_bytes(destination, value, element, Place::Device);
}

void fill_on_device(const Rows& destination, unsigned value) {
    fill_bytes(destination, value, 1, Place::Kernel);
}

}  // namespace simt::runtime
