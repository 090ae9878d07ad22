// The main function of a small program that measures. All of them take the same arguments:
//
//     build/04/x               measures on a GPU, and prints a table
//     build/04/x --csv         measures on a GPU, and prints CSV
//     build/04/x --from FILE   the table of such a CSV; if there is none, how to make it
//
// The emulator has no times: there the first form shows something else, and the second is refused. `make bench`
// stores the output of the second in the chapter's results/.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace ladder {

struct MeasuringProgram {
    std::string path;  // the command: "build/04/x"
    // Measures. Passes CSV to `add` as it is measured, one or more lines at a time, the headings first; passes
    // nothing if there is nothing to measure.
    std::function<void(const std::function<void(const std::string& lines)>& add)> measure;
    // The table to print for such a CSV. Throws std::exception if it cannot read it.
    std::function<std::string(const std::string& csv)> table;
    // Prints the program's output on the emulator.
    std::function<void()> on_emulator;
};

// Returns the exit code: 2 for arguments that are not valid here, 1 for a failure; both are explained on standard
// error.
int run(const MeasuringProgram& program, int argc, char** argv);

// The same for a test, which chooses the device and the streams.
int run(const MeasuringProgram& program, const std::vector<std::string>& arguments, bool emulated,
        std::FILE* out, std::FILE* errors);

}  // namespace ladder
