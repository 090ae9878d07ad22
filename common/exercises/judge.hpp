// Compiles an answer, links it with the harness of its exercise, runs that, and reads what came of it.
#pragma once

#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"
#include "common/exercises/outcome.hpp"

namespace exercises {

// The commands that the Makefile has found out, as it leaves them in build/config (exercises.mk).
struct Commands {
    std::vector<std::string> compile;  // nvcc and its options, warnings as errors
    std::vector<std::string> link;     // g++ with what comes behind the objects
};

// Throws std::runtime_error where the Makefile has not written them.
Commands read_commands(const std::string& folder = "build/config");

// Checks the answer in the file `source`; objects, log and record go to the folder `work`, two levels below build's parent
// as build/check/NAME is, because the program looks for the CUDA runtime from there. Warnings do not matter unless `strict`.
Outcome judge(const Exercise& exercise, const std::string& source, const std::string& work,
              const Commands& commands, bool strict);

}  // namespace exercises
