// Both rungs of the padding ladder in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/05-shortcuts/padding/1_row_per_block.cuh"
#include "chapters/05-shortcuts/padding/2_tiled.cuh"

namespace padding {

constexpr std::size_t kTileOfVersions = 64;  // to which both can pad

struct Version {
    const char* name;
    void (*run)(float* d_and_t, const float* d, std::size_t n, std::size_t nn);
};

inline const std::vector<Version> kAll = {
    {"row_per_block", row_per_block::pad},
    {"tiled", tiled::pad},
};

}  // namespace padding
