// Both rungs of the padding ladder by name, for the program and its tests. rungs.cpp lists them.
//
// What the other rungs read in place of d: d and its transpose t, both made larger, in one buffer. Rows and columns that are not there
// are infinite: a road that does not exist, shorter than none. A kernel whose tiles divide the padded size needs no case for tiles that
// hang over.
#pragma once

#include <cstddef>
#include <vector>

namespace padding {

constexpr std::size_t kTile = 64;  // of which both can pad to multiples

// n rounded up to whole tiles.
constexpr std::size_t padded(std::size_t n) { return (n + kTile - 1) / kTile * kTile; }

// Floats in the buffer: nn × nn of d, then nn × nn of t.
constexpr std::size_t elements(std::size_t nn) { return 2 * nn * nn; }

struct Rung {
    const char* name;
    void (*run)(float* d_and_t, const float* d, std::size_t n, std::size_t nn);
};

extern const std::vector<Rung> kAll;

}  // namespace padding
