// The rungs of this chapter, for its program and its tests. ladder.cpp lists them.
#pragma once

#include <cstddef>
#include <vector>

#include "common/ladder/rung.hpp"

namespace rungs {

// in: rows × cols elements on the device, row after row; out: cols × rows, for the copy rows × cols.
using Function = void (*)(float* out, const float* in, std::size_t rows, std::size_t cols);
using Repeated = void (*)(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);

struct Rung : ladder::Rung {
    Function run;
    bool copies = false;          // out equals in; the others transpose
    Repeated repeated = nullptr;  // the rung with a loop inside its kernel (loops.cu), if there is one
};

extern const std::vector<Rung> kAll;

}  // namespace rungs
