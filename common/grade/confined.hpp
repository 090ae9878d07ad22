// Runs the processes of one grading, each in a sandbox of its own if the conditions say so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/grade/sandbox.hpp"
#include "common/grade/settings.hpp"

namespace grade {

// How answers of a class are run.
struct Conditions {
    Settings settings;
    bool isolated = true;
    std::uint64_t seed = 0;
    std::vector<std::string> hidden = {};  // folders that no answer may see
    std::string parameters = {};           // common/grading/parameters.hpp: the text of the file
    double seconds = kRunLimit;            // of one run
};

// Where commands find the repository and the answer's folder.
std::string root_for(const Conditions& conditions);
std::string folder_for(const Conditions& conditions, const std::string& folder);

// A file of the repository, at its place for commands.
Place read_only(const Conditions& conditions, const std::string& path);

// A command, and what its sandbox has.
struct Confined {
    Command command;
    std::vector<Place> places = {};
    Programs programs = Programs::kNone;
};

// Runs the commands at the same time, until the first one ends (supervise.hpp). `scratch` is a folder for files that bubblewrap
// writes. Throws std::runtime_error if a sandbox could not be made.
Ended run_confined(const std::vector<Confined>& commands, const Limits& limits, const Conditions& conditions,
                   const std::string& scratch);

}  // namespace grade
