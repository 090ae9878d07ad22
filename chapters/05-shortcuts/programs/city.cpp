// Generates a random city and prints its map in the DIMACS format: city ROWSxCOLS. See parts/graph/graph.hpp.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "chapters/05-shortcuts/parts/graph/arguments.hpp"

int main(int argc, char** argv) {
    try {
        if (argc > 2) throw std::invalid_argument("it takes one size, ROWSxCOLS");
        const std::string size = argc > 1 ? argv[1] : "12x20";
        std::printf("%s", graph::to_dimacs(graph::city_of(size),
                                           "a city of " + size + " crossings, lengths in metres")
                              .c_str());
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
