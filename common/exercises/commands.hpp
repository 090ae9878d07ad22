// The commands of build/exercises: what make check, make hint and make verify call.
#pragma once

#include <string>
#include <vector>

namespace exercises {

// Does what the words behind the program's name say; returns the exit code that main.cpp describes.
int run(const std::vector<std::string>& words);

}  // namespace exercises
