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

enum class Place { Host, Device, Either };

std::string describe(const Allocation& allocation) {
    return fmt::format("{} bytes at {:#x} by {}", allocation.size, allocation.address, allocation.label);
}

std::string nothing_there(const char* role, u64 address) {
    const Allocation* nearest = context().space.nearest(address);
    if (nearest && nearest->freed && nearest->holds(address, 1))
        return fmt::format("the {} {:#x} has been freed ({})", role, address, describe(*nearest));
    std::string sentence = fmt::format("the {} {:#x} is in no allocation of the device", role, address);
    if (nearest) sentence += fmt::format("; the nearest is {}", describe(*nearest));
    return sentence;
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
        if (place == Place::Device)
            refuse_memory(
                "the {} must be device memory, and {:#x} is an address of the host: is the direction of the "
                "copy right, and does its destination come first?",
                role, address);
        return reinterpret_cast<u8*>(address);
    }
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

}  // namespace

void copy(const Rows& destination, const Rows& source, cudaMemcpyKind kind) {
    // Source and destination of each cudaMemcpyKind, in the order of their numbers.
    constexpr Place kPlaces[][2] = {{Place::Host, Place::Host},
                                    {Place::Host, Place::Device},
                                    {Place::Device, Place::Host},
                                    {Place::Device, Place::Device},
                                    {Place::Either, Place::Either}};
    if (static_cast<unsigned>(kind) >= std::size(kPlaces))
        fail(cudaErrorInvalidMemcpyDirection, "{} is no cudaMemcpyKind", static_cast<int>(kind));
    const u64 width = source.width, height = source.height;
    if (height > 1 && (width > destination.pitch || width > source.pitch))
        fail(cudaErrorInvalidPitchValue, "rows of {} bytes do not fit pitches of {} and {} bytes", width,
             destination.pitch, source.pitch);
    if (width == 0 || height == 0) return;
    u8* const to = bytes_of(destination, kPlaces[kind][1], "destination");
    const u8* const from = bytes_of(source, kPlaces[kind][0], "source");
    for (u64 row = 0; row < height; ++row)
        std::memmove(to + row * destination.pitch, from + row * source.pitch, width);
    tell_checks(destination, source);
}

void fill(const Rows& destination, int value) {
    const auto& [address, width, height, pitch] = destination;
    if (height > 1 && width > pitch)
        fail(cudaErrorInvalidValue, "rows of {} bytes do not fit a pitch of {} bytes", width, pitch);
    if (width == 0 || height == 0) return;
    u8* const to = bytes_of(destination, Place::Device, "destination");
    for (u64 row = 0; row < height; ++row) std::memset(to + row * pitch, value, width);
    tell_checks(destination, {});
}

}  // namespace simt::runtime
