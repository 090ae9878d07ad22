// The CPU's copy: the roof for CPU versions of problems that move data, as cudaMemcpy is the device's.
#pragma once

#include <cstddef>

namespace baseline {

// memcpy in equal parts on all cores; one core does it alone if a team of threads would cost more than it saves. out
// and in must not overlap.
void copy_bytes(void* out, const void* in, std::size_t bytes);

}  // namespace baseline
