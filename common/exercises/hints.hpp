// Hints come one at a time: the next one, until there is none. How many were shown is remembered in a file.
#pragma once

#include <string>

#include "common/exercises/catalogue.hpp"

namespace exercises {

// The next hint of the exercise, ready to print, and one more in `memory` (a file, made with its folder). After the last
// one: where to see them again, and the solution.
std::string next_hint(const Exercise& exercise, const std::string& memory);

// Forgets which hints were shown.
void reset_hints(const std::string& memory);

}  // namespace exercises
