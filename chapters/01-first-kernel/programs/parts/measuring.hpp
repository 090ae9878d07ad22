// Shared by the programs that measure this chapter's costs, on top of common/ladder/measuring_program.hpp: the table
// has the CSV's columns, and a sentence with the machine below.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace costs {

struct Program {
    std::string name;
    std::vector<std::string> headings;  // of the table's columns, in the CSV too
    // Passes the rows to `add`, one by one.
    std::function<void(const std::function<void(std::vector<std::string>)>& add)> measure;
    std::function<std::string(const std::vector<ladder::CsvRow>&)>
        conclusion;                            // a sentence under the table; may be missing
    std::function<std::string()> on_emulator;  // what to show on the emulator, which has no times
};

// The program's main function. Returns the exit code.
int run(const Program& program, int argc, char** argv);

// Microseconds of body() on the host's clock: the median of many runs after a few for warming up, with fewer runs if
// body takes long. `before` runs before each of them and is not timed.
double host_microseconds(
    const std::function<void()>& body, const std::function<void()>& before = [] {});

// "12.3", with three digits or more.
std::string number(double value);

}  // namespace costs
