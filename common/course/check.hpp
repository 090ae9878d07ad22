// `make check`: builds an answer, judges it, records what is solved, and says what comes next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/course/arguments.hpp"
#include "common/course/catalogue.hpp"
#include "common/course/judge.hpp"

namespace course {

// What main.cpp returns for every command.
enum ExitCode { kSolved = 0, kNotSolved = 1, kWrongUse = 2, kNotRun = 3 };

// The learner's file, or the one that --answer names, and the folder to build it in. Prints a sentence if there is no such
// file.
std::optional<Answer> answer_to(const Exercise& exercise, const Arguments& arguments);

// The reference solution, and the folder in which it is built.
Answer reference_of(const Exercise& exercise);

// Builds its program if it is missing or older than the solution. The caller holds the folder's lock. False, after what make
// said, if it cannot be built.
bool build_reference(const Exercise& exercise);

// Checks one exercise and prints the result. `exercises` are all, in reading order.
ExitCode check(const Exercise& exercise, const std::vector<Exercise>& exercises, const Arguments& arguments);

// The file with the learner's progress; COURSE_PROGRESS names another one.
std::string progress_file();

}  // namespace course
