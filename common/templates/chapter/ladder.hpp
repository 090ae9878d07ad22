// The rungs of this chapter, for its program and its tests. ladder.cpp lists them.
#pragma once

#include <cstddef>
#include <vector>

#include "common/ladder/rung.hpp"

namespace rungs {

// out[i] = 2 * in[i] for n elements on the device; out and in must not overlap. Any n.
using Function = void (*)(float* out, const float* in, std::size_t n);

struct Rung : ladder::Rung {
    Function run;
};

extern const std::vector<Rung> kAll;

}  // namespace rungs
