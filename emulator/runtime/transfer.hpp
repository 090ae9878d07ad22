// The copying and filling behind all cudaMemcpy… and cudaMemset… calls.
#pragma once

#include <string>

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

// The same for a box of pitched memory.
void copy_box(const cudaMemcpy3DParms& box);

// Fills rows on the device with the low bytes of the value, as elements of 1, 2 or 4 bytes.
void fill(const Rows& destination, unsigned value, unsigned element = 1);

// Both for calls of kernels, which also reach memory from malloc in kernels.
void copy_on_device(const Rows& destination, const Rows& source);
void fill_on_device(const Rows& destination, unsigned value);

// Of an address of the device that lies in no allocation: "the source 0x… has been freed (…)", or which one is the nearest.
std::string nothing_there(const char* role, u64 address);

}  // namespace simt::runtime
