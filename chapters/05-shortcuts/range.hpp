// Whether all lengths are ones that a faster form is right for: what the device finds out by itself, without the host having to
// wait and ask. The check leaves a word on the device; two kernels are launched, and each looks at the word first.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace range {

constexpr unsigned kAllInside = 0;
constexpr unsigned kSomeOutside = 1;

// Neither negative nor a NaN. -0 is inside: it is the smallest of all integers, and equals the smallest length.
struct NotNegative {};

// What 16 bits are enough for.
struct Fits16 {};

// *answer becomes kAllInside or kSomeOutside. All pointers are the device's.
void check(unsigned* answer, const float* values, std::size_t count, NotNegative);
void check(unsigned* answer, const std::int32_t* values, std::size_t count, Fits16);

// *answer becomes kSomeOutside if one of the values is outside, and stays what it was otherwise.
void look_at(unsigned* answer, const float* values, std::size_t count, NotNegative, cudaStream_t stream);

}  // namespace range
