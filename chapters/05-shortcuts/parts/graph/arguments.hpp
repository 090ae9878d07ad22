// --graph FILE and --city ROWSxCOLS among a program's arguments.
#pragma once

#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

struct Arguments {
    std::string file;  // empty: none was asked for
    std::string city;
    std::vector<char*> others;  // the program's name and what is meant for others
};

// For --help.
inline constexpr const char* kUsage =
    "  --graph FILE        shortest paths between all vertices of a map (DIMACS .gr or Matrix Market)\n"
    "  --city ROWSxCOLS    the same for a city drawn up by chance; build/05/city writes such a map\n";

// "--graph=FILE" is the same as "--graph FILE". Throws std::invalid_argument where something is missing, for both at once, and for
// either together with the ladders' options.
Arguments arguments(int argc, char** argv);

// "12x20". Throws std::invalid_argument for anything else, and for more crossings than kMostVertices.
Graph city_of(const std::string& size);

}  // namespace graph
