// Checks a cudaMemcpy or cudaMemset: which bytes it defines, which undefined bytes it reads, and what it races with.
#pragma once

#include <vector>

#include "emulator/check/races/stream_races.hpp"

namespace simt::check {

// `height` rows of `width` bytes, `pitch` apart, on the device or the host.
struct Rows {
    u64 address = 0, width = 0, height = 0, pitch = 0;
    bool one_piece() const { return pitch == width || height == 1; }
    u64 extent() const { return pitch * (height - 1) + width; }
};

struct HostCopy {
    const char* call;  // "cudaMemcpy"
    Rows destination;
    Rows source;  // none for a memset
};

// Call it after the bytes have moved. position is nullptr if nothing can run beside the copy.
std::vector<Finding> host_copy(memory::AddressSpace& space, const Checks& checks, const HostCopy& copy,
                               const StreamPosition* position);

}  // namespace simt::check
