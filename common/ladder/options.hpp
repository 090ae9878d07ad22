// The arguments of a chapter's program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/ladder/ladder.hpp"

namespace ladder {

struct Options {
    bool help = false;
    bool list = false;
    bool list_as_json = false;
    std::string ladder;              // empty: all of them
    std::string size;                // as typed; empty: the problem's default
    std::vector<std::string> rungs;  // empty: all versions
    std::optional<int> repeats;      // timed runs of each version on a GPU; with only_cpu rounds on the CPU
    std::optional<std::uint64_t> seed;
    std::string json_file;
    std::string csv_file;
    std::string tables_file;
    bool check_tables = false;
    std::optional<bool> bars;  // --bars, --no-bars; without them on a terminal only
    bool loops = false;
    bool bench = false;
    bool skip_cpu = false;
    bool only_cpu = false;
};

// Parses the arguments after the program's name. Throws std::invalid_argument with a sentence that says which one is
// wrong and what would be right.
Options parse_options(const std::vector<std::string>& arguments, const std::vector<Ladder>& ladders);

// The text of --help; `more_options` are lines of the chapter's own.
std::string usage(const std::string& program, const std::vector<Ladder>& ladders,
                  const std::string& more_options = "");

}  // namespace ladder
