// The bits that say which bytes of an allocation have been written (Allocation::written). Stores set them. Copies count
// the unset ones and copy the bits along with the bytes.
#pragma once

#include <cstring>

#include "emulator/memory/address_space.hpp"

namespace simt::memory {

// Always inlined, because files that are compiled for different instruction sets use them.
[[gnu::always_inline]] inline bool bit(const u8* bits, u64 place) {
    return (bits[place / 8] >> place % 8 & 1u) != 0;
}
// Other host threads may be setting bits of the same byte.
[[gnu::always_inline]] inline void set_bits(u8* place, u8 bits) {
    if ((__atomic_load_n(place, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(place, bits, __ATOMIC_RELAXED);
}
// Sets bits first to last, both included.
[[gnu::always_inline]] inline void set_range(u8* bits, u64 first, u64 last) {
    const u8 head = static_cast<u8>(0xff << (first & 7)), tail = static_cast<u8>(0xff >> (7 - (last & 7)));
    u8* const from = bits + first / 8;
    u8* const to = bits + last / 8;
    if (from == to) return set_bits(from, head & tail);
    set_bits(from, head);
    std::memset(from + 1, 0xff, static_cast<std::size_t>(to - from - 1));
    set_bits(to, tail);
}

struct Unwritten {
    u64 bytes = 0;    // how many bytes of the range were never written
    u64 first = 0;    // the lowest such byte's address, if there is one
    u64 padding = 0;  // how many more are padding (Allocation::padding)
};

// Examines `size` bytes from the address on; the allocation holds them.
Unwritten unwritten(const Allocation& allocation, u64 address, u64 size);

// For a copy of `size` bytes: copies their bits from its source to its destination. Both allocations must have bits. The
// ranges may overlap.
void copy_written(const Allocation& from, u64 source, const Allocation& to, u64 destination, u64 size);

// The same for the padding bits of unwritten bytes (Allocation::padding). The ranges must not overlap.
void copy_padding(AddressSpace& space, const Allocation& from, u64 source, u64 destination, u64 size);

}  // namespace simt::memory
