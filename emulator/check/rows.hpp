// Memory that the host's calls use: rows of bytes, as in a 2D copy, and what the checks do with them.
#pragma once

#include <string>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/memory/written_bits.hpp"

namespace simt::check {

// `height` rows of `width` bytes, `pitch` apart, on the device or the host.
struct Rows {
    u64 address = 0, width = 0, height = 0, pitch = 0;
    bool one_piece() const { return pitch == width || height == 1; }
    // From the first byte to behind the last; the most that there is if the rows reach around the end of all addresses.
    u64 extent() const {
        u64 bytes = 0;
        const bool wraps =
            __builtin_mul_overflow(pitch, height - 1, &bytes) || __builtin_add_overflow(bytes, width, &bytes);
        return wraps ? ~u64{0} : bytes;
    }
};

// From now on the bytes of the rows count as written.
void mark_written(memory::AddressSpace& space, const Rows& rows);

// How many bytes of the rows were never written, and which is the first. The allocation holds the rows.
memory::Unwritten unwritten(const memory::Allocation& allocation, const Rows& rows);

// The finding that `call` uses them.
Finding unwritten_source(const std::string& call, const memory::Allocation& allocation,
                         const memory::Unwritten& missing);

// Adds the rows, if they are the device's, to what the call has accessed. The rows of matrices with many are left out.
void note_rows(const memory::AddressSpace& space, Footprint& footprint, const Rows& rows,
               const Footprint::Access& access);

}  // namespace simt::check
