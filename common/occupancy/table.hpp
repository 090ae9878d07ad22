// Many kernels in one table, as Figure 1.39 of Li, Ranka and Sahni has theirs.
#pragma once

#include <iosfwd>
#include <string>
#include <variant>

#include "common/occupancy/arguments.hpp"

namespace occupancy {

// Reads lines "GPU4 16x16 11 2092": name, block, registers of a thread, bytes of shared memory of a block. Empty lines and
// those that begin with # are left out. The table as text, or a sentence that says which line is wrong.
struct Table {
    std::string text;
};
std::variant<Table, std::string> read_table(std::istream& rows, const std::string& capability);

}  // namespace occupancy
