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

    struct Position {
        u64 row, column;
    };
    // Where a byte of the allocation lies, which must not lie before the matrix. In the gap behind a row the column is
    // one beyond the columns, behind the last row the row is one beyond the rows.
    Position position(u64 byte) const {
        const u64 distance = (byte - offset) / element;
        if (rows == 1) return {0, distance};  // a vector has no pitch
        return {distance / pitch, distance % pitch};
    }
    bool holds(u64 byte) const {
        if (byte < offset) return false;
        const auto [row, column] = position(byte);
        return row < rows && column < columns;
    }
    bool operator==(const Shape&) const = default;
};

}  // namespace simt::memory
