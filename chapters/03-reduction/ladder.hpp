// The rungs of this chapter's three ladders, for its programs and its tests. ladder.cpp lists them;
// parts/instances.hpp lists the types and operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/ladder/rung.hpp"

// The roof, parts/read_only.cu. Reads `bytes` bytes at `in` (a multiple of 16), except the last bytes % 16, and sets
// the word at `out` to 0.
namespace read_only {
void read(unsigned* out, const void* in, std::size_t bytes);
}

namespace rungs {

// Reduces the n elements at `in` to one at `out`, or scans them to n at `out`; all on the device. scratch:
// scratch_bytes(n) bytes at a multiple of 16, zero before the first call; later calls may reuse it as it is.
template <class Element, class Operator>
struct Rung : ladder::Rung {
    void (*run)(Element* out, const Element* in, std::size_t n, Operator op, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

template <class Element, class Operator>
std::vector<Rung<Element, Operator>> reductions();

template <class Element, class Operator>
std::vector<Rung<Element, Operator>> scans();

struct Histogram : ladder::Rung {
    // counts[v] = how many of the n bytes at `in` are v, for each v of 0 … 255; both on the device.
    void (*run)(std::int64_t* counts, const std::uint8_t* in, std::size_t n);
};

extern const std::vector<Histogram> kHistograms;

}  // namespace rungs
