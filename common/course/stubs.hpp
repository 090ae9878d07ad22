// Stubs as they were before anybody worked on them. git has them, and exercises/stubs.txt says under which names.
#pragma once

#include <string>
#include <vector>

#include "common/course/catalogue.hpp"

namespace course {

// The stub of the exercise: the file in a students' copy, else what git has. Throws std::runtime_error, with sentences, if git does not have it.
std::string original_stub(const Exercise& exercise);

// Puts the stub back in the place of the learner's file, which is kept beside it. Returns sentences that say where.
// Throws std::runtime_error, with the file as it was, if git does not have the stub.
std::string reset(const Exercise& exercise);

// "02.1 3f2a…", a line of exercises/stubs.txt: git's name for the learner's file as it is now.
std::string stub_line(const Exercise& exercise);

// Writes the lines of the chosen exercises into exercises/stubs.txt, from their files as they are now. The lines of the
// others stay, for their files may be somebody's answers; those of exercises that are no more go.
void write_stub_lines(const std::vector<Exercise>& chosen, const std::vector<Exercise>& all);

}  // namespace course
