// Records the elements that a block of rung 2 reads: the rung's own code, with arrays that log each access. The order
// within a k is the source's; a compiler may choose another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pattern {

enum Name : std::uint32_t { kD, kT };

struct Read {
    Name array;
    std::uint32_t index;
};

inline bool operator==(const Read& a, const Read& b) { return a.array == b.array && a.index == b.index; }

constexpr unsigned kReadsOfK = 16;  // of a thread: 8 of t, then 8 of d

// reads[thread][k * kReadsOfK + step] of the first block, for the first `ks` of n vertices; thread = 8 y + x.
std::vector<std::vector<Read>> first_block(std::size_t n, unsigned ks);

}  // namespace pattern
