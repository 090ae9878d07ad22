// Pointer checks of copies and memsets; see regions.hpp. The runtime knows every device address, so it finds a wrong
// pointer or a length past an allocation's end before any byte moves.
#include "emulator/runtime/regions.hpp"

#include <fmt/format.h>

namespace simt::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

bool in_device_range(u64 address) { return address >= memory::kDeviceBegin && address < memory::kDeviceEnd; }

bool host_can_touch(Kind kind) {
    return kind == Kind::Managed || kind == Kind::Pinned || kind == Kind::Registered;
}

std::string describe(const Allocation& allocation) {
    return fmt::format("{} bytes at {:#x} by {}", allocation.size, allocation.address, allocation.label);
}

std::string nothing_there(const memory::AddressSpace& space, const char* role, u64 address) {
    const Allocation* nearest = space.nearest(address);
    if (nearest && nearest->freed && nearest->holds(address, 1))
        return fmt::format("the {} {:#x} has been freed ({})", role, address, describe(*nearest));
    std::string sentence = fmt::format("the {} {:#x} is in no allocation of the device", role, address);
    if (nearest) sentence += fmt::format("; the nearest is {}", describe(*nearest));
    return sentence;
}

}  // namespace

Region::Region(const memory::AddressSpace& space, const void* pointer, const Shape& shape, Place place,
               const char* role) {
    const u64 address = reinterpret_cast<u64>(pointer);
    if (shape.extent() == 0) return;
    if (!pointer) throw InvalidRegion{fmt::format("the {} is a null pointer", role)};
    const Allocation* allocation = space.find(address);
    if (!allocation) {
        if (in_device_range(address)) throw InvalidRegion{nothing_there(space, role, address)};
        if (place == Place::Device)
            throw InvalidRegion{fmt::format(
                "the {} must be device memory, and {:#x} is an address of the host", role, address)};
        bytes_ = reinterpret_cast<u8*>(address);
        return;
    }
    if (place == Place::Host && !host_can_touch(allocation->kind))
        throw InvalidRegion{
            fmt::format("the {} must be host memory, and {:#x} is on the device ({}): is the direction of "
                        "the copy right?",
                        role, address, describe(*allocation))};
    if (!allocation->holds(address, shape.extent()))
        throw InvalidRegion{fmt::format("{} bytes from {:#x} on reach past the end of the {}, {}",
                                        shape.extent(), address, role, describe(*allocation))};
    bytes_ = allocation->host + (address - allocation->address);
}

bool places_of(cudaMemcpyKind kind, Place& destination, Place& source) {
    switch (kind) {
        case cudaMemcpyHostToHost:
            destination = source = Place::Host;
            return true;
        case cudaMemcpyHostToDevice:
            destination = Place::Device;
            source = Place::Host;
            return true;
        case cudaMemcpyDeviceToHost:
            destination = Place::Host;
            source = Place::Device;
            return true;
        case cudaMemcpyDeviceToDevice:
            destination = source = Place::Device;
            return true;
        case cudaMemcpyDefault:
            destination = source = Place::Either;
            return true;
    }
    return false;
}

}  // namespace simt::runtime
