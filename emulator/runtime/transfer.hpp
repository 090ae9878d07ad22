// The copying and filling behind all cudaMemcpy… and cudaMemset… calls.
#pragma once

#include "emulator/check/host_copy.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

using check::Rows;

inline Rows rows(const void* pointer, u64 width, u64 height = 1, u64 pitch = 0) {
    return {reinterpret_cast<u64>(pointer), width, height, pitch};
}

// Copies rows; both ends have the same width and height. Throws a Failure with a sentence for a wrong pointer, a length
// past an allocation's end, or a wrong kind.
void copy(const Rows& destination, const Rows& source, cudaMemcpyKind kind);

// Fills rows on the device with a byte.
void fill(const Rows& destination, int value);

}  // namespace simt::runtime
