// The CPU's reading, the roof for problems that read much and write next to nothing, as a reduction does.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline {

// Reads all bytes, a part for each core, and returns the exclusive or of their 8-byte words (a last one is filled up with
// zeros): the cheapest thing to do with them that no compiler can leave out.
std::uint64_t read_bytes(const void* in, std::size_t bytes);

}  // namespace baseline
