// What a program called an array, or a part of one (simt::annotate): a matrix with a name.
#pragma once

#include <string>

#include "emulator/integers.hpp"

namespace simt::memory {

struct Shape {
    u64 rows = 1, columns = 0;
    u64 pitch = 0;    // elements from the beginning of a row to that of the next one
    u32 element = 1;  // bytes of an element
    u64 offset = 0;   // bytes from the beginning of the allocation to the element in row 0 and column 0
    std::string name;
    bool operator==(const Shape&) const = default;
};

}  // namespace simt::memory
