// Operations of copies on the bits that say which bytes of an allocation have been written (Allocation::written):
// count the missing ones in a range, and copy them along. They work on a word of bits at a time, so a big copy stays
// fast.
#pragma once

#include "emulator/memory/address_space.hpp"

namespace simt::memory {

struct Unwritten {
    u64 bytes = 0;    // how many bytes of the range were never written
    u64 first = 0;    // the lowest such byte's address, if there is one
    u64 padding = 0;  // how many more are padding (Allocation::padding)
};

// Examines `size` bytes from the address on; the allocation holds them.
Unwritten unwritten(const Allocation& allocation, u64 address, u64 size);

// Sets the bits of a copy's destination to those of its source; both allocations have bits. The ranges may overlap.
void copy_written(const Allocation& from, u64 source, const Allocation& to, u64 destination, u64 size);

// The same for Allocation::padding, for the unwritten bytes; the ranges do not overlap.
void copy_padding(AddressSpace& space, const Allocation& from, u64 source, u64 destination, u64 size);

}  // namespace simt::memory
