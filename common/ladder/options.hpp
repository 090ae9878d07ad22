// What a chapter's program was asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/ladder/ladder.hpp"

namespace ladder {

struct Options {
    bool help = false;
    std::optional<Size> size;        // the problem's default otherwise
    std::vector<std::string> rungs;  // empty: all versions
    std::optional<int> repeats;      // timed runs of each version on a GPU
    std::optional<std::uint64_t> seed;
    std::string json_file;
    std::string csv_file;
    std::string tables_file;
    bool check_tables = false;
    bool loops = false;
    bool bench = false;
    bool skip_cpu = false;
};

// Reads the arguments after the program's name. `versions` are the names that --rung knows. Throws
// std::invalid_argument with a sentence that says what is wrong and what would be right.
Options parse_options(const std::vector<std::string>& arguments, std::size_t extents,
                      const std::vector<std::string>& versions);

// The text of --help.
std::string usage(const std::string& program, const Problem& problem,
                  const std::vector<std::string>& versions);

}  // namespace ladder
