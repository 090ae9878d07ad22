// CUB's histogram and scan, the roofs of the chapter's other two ladders. Compare with cub_reduce.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cub_transfer {

// Bytes of scratch that histogram() and scan() need for n elements.
std::size_t histogram_scratch_bytes(std::size_t n);
std::size_t scan_scratch_bytes(std::size_t n);

// counts[v] = how many of the n bytes at `in` are v, for each v of 0 … 255; all on the device.
void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n, void* scratch);

// The same with 32-bit counters, like our rungs within a block; the 256 counts are followed by as many zeros. n <
// 2^32.
void histogram_32(std::uint32_t* counts, const std::uint8_t* in, std::size_t n, void* scratch);

// out[i] = in[0] + … + in[i], with wrap-around; all on the device.
void scan(std::int32_t* out, const std::int32_t* in, std::size_t n, void* scratch);

}  // namespace cub_transfer
