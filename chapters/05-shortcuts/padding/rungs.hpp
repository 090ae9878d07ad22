// Both rungs of the padding ladder by name, for the program and its tests. rungs.cpp lists them.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/05-shortcuts/padding/padded.hpp"

namespace padding {

constexpr std::size_t kTileOfRungs = 64;  // to which both can pad

struct Rung {
    const char* name;
    void (*run)(float* d_and_t, const float* d, std::size_t n, std::size_t nn);
};

extern const std::vector<Rung> kAll;

}  // namespace padding
