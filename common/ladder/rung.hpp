// The properties of a rung, one row for each in the chapter's ladder.cpp. The program, its --list, the tests and the
// slides read these rows.
//
// Included from .cu files: standard C++17 only.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ladder {

// A chapter's row begins with these members and continues with the rung's functions. They name the rung's file:
// 1_naive.cu.
struct Rung {
    int number;
    const char* name;
    const char* idea;  // in one short sentence
};

// The row of that name. Throws std::invalid_argument if there is none.
template <class Row>
Row named(const std::string& name, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        if (name == row.name) return row;
    }
    throw std::invalid_argument("there is no rung '" + name + "'");
}

}  // namespace ladder
