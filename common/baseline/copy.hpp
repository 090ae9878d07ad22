// The CPU's copy, the roof for problems that move data: what chapters compare their CPU versions with, as cudaMemcpy is for
// the device's.
#pragma once

#include <cstddef>

namespace baseline {

// memcpy, equal parts for all cores; one core does it alone where a team of threads would cost more than it brings. out and in
// must not overlap.
void copy_bytes(void* out, const void* in, std::size_t bytes);

}  // namespace baseline
