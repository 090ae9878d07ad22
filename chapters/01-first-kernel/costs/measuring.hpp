// What the programs that measure have in common: they measure on a GPU, print a table or CSV, show the table of a CSV that was
// measured before, and on the emulator, which has no times, say so.
//
//     build/01/x               measures and prints the table
//     build/01/x --csv         measures and prints CSV
//     build/01/x --from FILE   the table of such a CSV
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

// The program's main. Returns the exit code: 2 for arguments that make no sense and for a device that fails.
int run(const Program& program, int argc, char** argv);

// Microseconds on the host's clock that body takes: the median of many runs after some that do not count, fewer where one
// takes long. `before` comes before each run, outside of the time.
double host_microseconds(
    const std::function<void()>& body, const std::function<void()>& before = [] {});

// "12.3", with three digits or more.
std::string number(double value);

}  // namespace costs
