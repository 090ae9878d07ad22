// The rungs of this chapter's three ladders, for its program and its tests, and the functions of rung 8 that these
// call. ladder.cpp lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/ladder/rung.hpp"

namespace rungs {

struct Rung : ladder::Rung {
    void (*run)(float* r, const float* d, std::size_t n, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

extern const std::vector<Rung> kAll;

}  // namespace rungs

// The same problem with integers.
namespace integers {

struct Rung : ladder::Rung {
    void (*run)(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

extern const std::vector<Rung> kAll;

}  // namespace integers

// What the other rungs read instead of d: d and its transpose t, both padded, in one buffer. The additional rows and
// columns are infinite, like missing edges, so they shorten no path. A kernel whose tiles divide the padded size
// needs no case for tiles that hang over. Two kernels make it.
namespace padding {

constexpr std::size_t kTile = 64;  // both kernels can pad to multiples of it

// n rounded up to whole tiles.
constexpr std::size_t padded(std::size_t n) { return (n + kTile - 1) / kTile * kTile; }

// The floats in the buffer: nn × nn of d, then nn × nn of t.
constexpr std::size_t elements(std::size_t nn) { return 2 * nn * nn; }

struct Rung : ladder::Rung {
    void (*run)(float* d_and_t, const float* d, std::size_t n, std::size_t nn);
};

extern const std::vector<Rung> kAll;

}  // namespace padding

namespace enough_blocks {

// The number of values of k for each block if several blocks share a small tile; 0: tiles are large, and a block has
// all of k.
std::size_t depth_of_part(std::size_t n, std::size_t multiprocessors);

// Runs as if the device had this many multiprocessors.
void shortcuts_for(std::size_t multiprocessors, float* r, const float* d, std::size_t n, void* scratch);

}  // namespace enough_blocks

namespace in_strips {

// Runs as if the device had this many multiprocessors.
void shortcuts_for(std::size_t multiprocessors, float* r, const float* d, std::size_t n, void* scratch);

}  // namespace in_strips
