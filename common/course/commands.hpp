// The commands of build/course, which make check, make hint and make verify call.
#pragma once

#include <string>
#include <vector>

namespace course {

// Runs the command that the program's arguments name; returns the exit code that main.cpp describes.
int run(const std::vector<std::string>& words);

}  // namespace course
