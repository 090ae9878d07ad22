// The versions of Li, Ranka and Sahni then and now, from the committed results.
//
//     build/04/comparison NAME    one of the tables of more/c1060/comparison.hpp: times, rates, efficiency, steps, bounds, plot, watts
#include "chapters/04-matmul/more/c1060/comparison.hpp"

#include <cstdio>
#include <exception>
#include <string>

#include "common/ladder/result_rows.hpp"

int main(int argc, char** argv) {
    const std::string wanted = argc == 2 ? argv[1] : "";
    std::string names;
    try {
        for (const auto& [name, table] : c1060::comparisons()) {
            if (name == wanted) {
                std::fputs(table(ladder::read_results("chapters/04-matmul/results")).c_str(), stdout);
                return 0;
            }
            names += (names.empty() ? "" : ", ") + name;
        }
    } catch (const std::exception& error) {  // from files that are not results
        std::fprintf(stderr, "comparison: %s\n", error.what());
        return 1;
    }
    std::fprintf(stderr, "comparison: it takes the name of a table: %s\n", names.c_str());
    return 2;
}
