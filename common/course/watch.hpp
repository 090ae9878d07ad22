// `make watch`: checks an exercise whenever its file is saved, and reads keys.
#pragma once

#include <string>
#include <vector>

#include "common/course/catalogue.hpp"
#include "common/course/check.hpp"

namespace course {

// Watches from this exercise on until q is typed. Keys: h next hint, l list, n next exercise, r check again, q quit.
// `exercises` are all, in reading order. Throws std::runtime_error if the standard input is no terminal.
ExitCode watch(const Exercise& first, const std::vector<Exercise>& exercises, const Arguments& arguments);

}  // namespace course
