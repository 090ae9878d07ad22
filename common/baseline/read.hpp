// The CPU's reading: the roof for problems that read much and write next to nothing, such as a reduction.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline {

// Reads all bytes, a part on each core, and returns the exclusive or of their 8-byte words (the last one padded with
// zeros): the cheapest operation that no compiler can remove.
std::uint64_t read_bytes(const void* in, std::size_t bytes);

}  // namespace baseline
