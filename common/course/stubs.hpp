// Stubs as they were before anybody worked on them. git has them, and exercises/stubs.txt says under which names.
#pragma once

#include <string>
#include <vector>

#include "common/course/catalogue.hpp"

namespace course {

// Puts the stub back in the place of the learner's file, which is kept beside it. Returns sentences that say where.
// Throws std::runtime_error, with the file as it was, if git does not have the stub.
std::string reset(const Exercise& exercise);

// The lines of exercises/stubs.txt for the files as they are now: "02.1 3f2a…", git's name for the content.
std::string stub_names(const std::vector<Exercise>& exercises);

}  // namespace course
