// What copies need of the bits that say which bytes of an allocation have been written (Allocation::written): how many are
// missing in a range, and taking them along. A word of bits at a time, so that a big copy stays as fast as its bytes.
#pragma once

#include "emulator/memory/address_space.hpp"

namespace simt::memory {

struct Unwritten {
    u64 bytes = 0;    // how many bytes of the range nothing has written
    u64 first = 0;    // the lowest one's address, if there are any
    u64 padding = 0;  // how many more are padding (Allocation::padding)
};

// Of the `size` bytes from the address on, which the allocation holds.
Unwritten unwritten(const Allocation& allocation, u64 address, u64 size);

// The bits of a copy's destination become those of its source; both allocations have bits. The ranges may overlap.
void copy_written(const Allocation& from, u64 source, const Allocation& to, u64 destination, u64 size);

// The same for Allocation::padding, where bytes are unwritten; the ranges do not overlap.
void copy_padding(AddressSpace& space, const Allocation& from, u64 source, u64 destination, u64 size);

}  // namespace simt::memory
