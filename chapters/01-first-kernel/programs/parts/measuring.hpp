// What the programs that measure this chapter's costs have in common, beyond what all have that measure
// (common/ladder/measuring_program.hpp): the table has the CSV's columns, and a sentence with the machine below.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace costs {

struct Program {
    std::string name;
    std::vector<std::string> headings;  // of the table's columns, in the CSV too
    // The rows, one after the other, given to `add`.
    std::function<void(const std::function<void(std::vector<std::string>)>& add)> measure;
    std::function<std::string(const std::vector<ladder::CsvRow>&)>
        conclusion;                            // a sentence under the table; may be missing
    std::function<std::string()> on_emulator;  // what to show where there is no time
};

// The program's main. Returns the exit code.
int run(const Program& program, int argc, char** argv);

// Microseconds on the host's clock that body takes: the median of many runs after some that do not count, fewer where one
// takes long. `before` comes before each run, outside of the time.
double host_microseconds(
    const std::function<void()>& body, const std::function<void()>& before = [] {});

// "12.3", with three digits or more.
std::string number(double value);

}  // namespace costs
