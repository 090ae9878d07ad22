// Has make build what is graded: it knows how answers are compiled, and what is out of date.
#pragma once

#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"

namespace exercises {

// Runs make for these targets, `jobs` steps at a time (0: as many as make would). What it says goes to standard error. Returns whether it
// succeeded. Throws std::runtime_error where this program itself was out of date.
bool build(const Exercise& exercise, const std::vector<std::string>& targets, unsigned jobs = 0);

// Writes where an answer is, anywhere and of any name, into a folder build/check/NAME. Returns the target for build().
std::string place_answer(const std::string& source, const std::string& folder);

// "emulator" or "gpu": what make has built for. Throws std::runtime_error where it has not.
std::string device_built_for();

}  // namespace exercises
