// Checks a cudaMemcpy or cudaMemset: which bytes it defines, which undefined bytes it reads, and what it races with.
#pragma once

#include <vector>

#include "emulator/check/rows.hpp"

namespace simt::check {

struct HostCopy {
    const char* call;  // "cudaMemcpy"
    Rows destination;
    Rows source;  // none for a memset
};

// Call it after the bytes have moved. position is nullptr if nothing can run beside the copy.
std::vector<Finding> host_copy(memory::AddressSpace& space, const Checks& checks, const HostCopy& copy,
                               const StreamPosition* position);

}  // namespace simt::check
