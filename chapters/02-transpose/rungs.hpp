// The rungs of this chapter by name, for its program and its tests. rungs.cpp lists them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rungs {

// in: rows × cols elements on the device, row after row; out: cols × rows, for the copy rows × cols.
using Function = void (*)(float* out, const float* in, std::size_t rows, std::size_t cols);
using Repeated = void (*)(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);

struct Rung {
    const char* name;
    Function run;
    bool copies = false;          // out equals in; the others transpose
    Repeated repeated = nullptr;  // the rung with a loop inside its kernel (loops.cu), where there is one
};

extern const std::vector<Rung> kAll;

// Throws std::invalid_argument where there is no rung of that name.
Rung named(const std::string& name);

}  // namespace rungs
