// How often each byte occurs, on the CPU. Compare with chapters/03-reduction/more/histogram.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline {

// Both: counts[v] = how many of the n bytes at `in` are v, for each v of 0 … 255. Any n.

void histogram_serial(std::int64_t* counts, const std::uint8_t* in, std::size_t n);

// All cores, each with its own counters, which are added up at the end.
void histogram_openmp(std::int64_t* counts, const std::uint8_t* in, std::size_t n);

}  // namespace baseline
