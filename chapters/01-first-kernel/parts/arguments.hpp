// Reads --picture FILE and --output FILE from a program's arguments.
#pragma once

#include <string>
#include <vector>

namespace picture {

struct Arguments {
    std::string picture;        // empty: no picture
    std::string output;         // empty: do not write the grey picture
    std::vector<char*> others;  // the program's name and all other arguments
};

// For --help.
inline constexpr const char* kUsage =
    "  --picture FILE   the ladder grey on this picture (PPM); build/01/landscape draws one\n"
    "  --output FILE    where to write that picture in grey (PGM)\n";

// "--picture=FILE" is the same as "--picture FILE". Throws std::invalid_argument if a file is missing, for --output
// without --picture, and for --picture with --ladder.
Arguments arguments(int argc, char** argv);

}  // namespace picture
