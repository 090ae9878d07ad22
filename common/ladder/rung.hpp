// What a chapter's ladder.cpp says about each rung, in one row. The program, its --list, the tests and the slides read it there.
//
// Included from .cu files: standard C++17 only.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ladder {

// A chapter's row begins with these and goes on with the rung's functions. The rung's file is called after them: 1_naive.cu.
struct Rung {
    int number;
    const char* name;
    const char* idea;  // in one short sentence
};

// The row of that name. Throws std::invalid_argument where there is none.
template <class Row>
Row named(const std::string& name, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        if (name == row.name) return row;
    }
    throw std::invalid_argument("there is no rung '" + name + "'");
}

}  // namespace ladder
