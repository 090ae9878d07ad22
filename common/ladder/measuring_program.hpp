// The main of a small program that measures. All of them are started alike:
//
//     build/04/x               measures on a GPU, and prints a table
//     build/04/x --csv         measures on a GPU, and prints CSV
//     build/04/x --from FILE   the table of such a CSV, or what to do where there is none
//
// The emulator has no times: there the first shows something else, and the second is refused. `make bench` keeps what the second
// prints in the chapter's results/.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace ladder {

struct MeasuringProgram {
    std::string path;  // as it is started: "build/04/x"
    // Measures. Gives CSV to `add` as it comes, a line or more at a time, the headings first; nothing where there is nothing
    // to measure.
    std::function<void(const std::function<void(const std::string& lines)>& add)> measure;
    // The text to print for such a CSV. Throws std::exception for one that it cannot read.
    std::function<std::string(const std::string& csv)> table;
    // Prints what there is to say on the emulator.
    std::function<void()> on_emulator;
};

// Returns the exit code: 2 for arguments that make no sense here, 1 for what fails; both say why on standard error.
int run(const MeasuringProgram& program, int argc, char** argv);

// The same for a test, which chooses where it runs and what it prints to.
int run(const MeasuringProgram& program, const std::vector<std::string>& arguments, bool emulated,
        std::FILE* out, std::FILE* errors);

}  // namespace ladder
