// Reads --graph FILE and --city ROWSxCOLS from a program's arguments.
#pragma once

#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

struct Arguments {
    std::string file;  // empty: no file
    std::string city;
    std::vector<char*> others;  // the program's name and all other arguments
};

// For --help.
inline constexpr const char* kUsage =
    "  --graph FILE        shortest paths between all vertices of a map (DIMACS .gr or Matrix Market)\n"
    "  --city ROWSxCOLS    the same for a random city; build/05/city writes such a map\n";

// "--graph=FILE" is the same as "--graph FILE". Throws std::invalid_argument if a value is missing, for both options
// at once, and for either together with the ladders' options.
Arguments arguments(int argc, char** argv);

// Parses "12x20". Throws std::invalid_argument for anything else, and for more crossings than kMostVertices.
Graph city_of(const std::string& size);

}  // namespace graph
