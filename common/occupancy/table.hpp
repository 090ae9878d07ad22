// Many kernels in one table, like Figure 1.39 of Li, Ranka and Sahni.
#pragma once

#include <iosfwd>
#include <string>
#include <variant>

#include "common/occupancy/arguments.hpp"

namespace occupancy {

// Reads lines "GPU4 16x16 11 2092": name, block, registers of a thread, bytes of shared memory of a block. Empty
// lines and lines that begin with # are ignored. The result is the table as text, or a sentence that says which line
// is wrong.
struct Table {
    std::string text;
};
std::variant<Table, std::string> read_table(std::istream& rows, const std::string& capability);

}  // namespace occupancy
