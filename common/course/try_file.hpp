// `make try`: builds and runs any .cu file, and shows the two commands with which it does.
#pragma once

#include <string>

#include "common/course/arguments.hpp"

namespace course {

// Builds arguments.program[0], a file named from the folder `typed_in`, and becomes its program, which runs in that
// folder: on the emulator under build/simt, on a GPU alone. Both commands go to standard error, as one would type them
// there. Returns only if there is nothing to run: kWrongUse without a file, kNotRun if it was not built.
int try_file(const Arguments& arguments, const std::string& typed_in);

}  // namespace course
