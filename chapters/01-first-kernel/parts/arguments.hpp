// --picture FILE and --output FILE among a program's arguments.
#pragma once

#include <string>
#include <vector>

namespace picture {

struct Arguments {
    std::string picture;        // empty: no picture was asked for
    std::string output;         // empty: the grey picture is not written
    std::vector<char*> others;  // the program's name and what is meant for others
};

// For --help.
inline constexpr const char* kUsage =
    "  --picture FILE   the ladder grey on this picture (PPM); build/01/landscape draws one\n"
    "  --output FILE    where to write that picture in grey (PGM)\n";

// "--picture=FILE" is the same as "--picture FILE". Throws std::invalid_argument where a file is missing, for --output
// without --picture, and for --picture with --ladder.
Arguments arguments(int argc, char** argv);

}  // namespace picture
