// What an address space keeps of an allocation: its pages, and those of its shadows.
#pragma once

#include <map>
#include <memory>

#include "emulator/integers.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/memory/host_memory.hpp"

namespace simt::memory {

constexpr u64 kPage = 4096;

constexpr u64 round_up(u64 value, u64 multiple) { return (value + multiple - 1) / multiple * multiple; }

struct Record {
    Allocation allocation;
    Mapping bytes, shadows, padding;

    u64 cost() const { return bytes.bytes() + shadows.bytes(); }
    // False if there is no memory for them.
    bool map_shadows(bool initialised);
    // The sectors read and written since the last call, added to `traffic`.
    void take_traffic(AddressSpace::Traffic& traffic);
};

using Records = std::map<u64, std::unique_ptr<Record>>;  // by first address

// Bytes of an allocation's shadow arrays.
u64 shadow_bytes(const Allocation& allocation, bool initialised);

// How far the address is from the allocation; 0 if it is inside.
u64 distance(const Allocation& allocation, u64 address);

// The record that is nearest to the address; nullptr if there are none.
const Allocation* closest(const Records& records, u64 address);

}  // namespace simt::memory
