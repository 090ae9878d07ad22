// Shows hints one at a time until all are shown, and remembers in a file how many were shown.
#pragma once

#include <string>

#include "common/course/catalogue.hpp"

namespace course {

// The next hint of the exercise, ready to print. Counts it in the file `memory`, which is created with its folder.
// After the last hint: where to read the hints again, and the solution.
std::string next_hint(const Exercise& exercise, const std::string& memory);

// The file that counts the hints shown of this exercise.
std::string hints_seen(const Exercise& exercise);

// Forgets which hints were shown.
void reset_hints(const std::string& memory);

}  // namespace course
