// Calls make to build the answers and the harness; make knows how they are compiled and which are out of date.
#pragma once

#include <string>
#include <vector>

#include "common/course/catalogue.hpp"

namespace course {

// Runs make for these targets, `jobs` steps at a time (0: make's default). make's output goes to standard error.
// Returns whether it succeeded. Throws std::runtime_error if this program itself was out of date.
bool build(const Exercise& exercise, const std::vector<std::string>& targets, unsigned jobs = 0);

// Writes the path of an answer, anywhere and of any name, into a folder build/check/NAME. Returns the target for
// build().
std::string place_answer(const std::string& source, const std::string& folder);

// "emulator" or "gpu": the device that make has built for. Throws std::runtime_error if make has not built anything
// yet.
std::string device_built_for();

}  // namespace course
