// Where the learner is, and what comes next.
#pragma once

#include <string>
#include <vector>

#include "common/course/catalogue.hpp"
#include "common/course/progress.hpp"

namespace course {

// The first unsolved exercise behind `id` in the list, which is in reading order; if there is none, the first unsolved
// one of all; nullptr if all are solved. An empty or unknown id: from the beginning.
const Exercise* next_after(const std::string& id, const std::vector<Exercise>& exercises,
                           const Progress& progress);

// "Next: exercise 02.3, Remove the bank conflicts", and below it what to read, where to write and what to type.
std::string next_text(const std::string& id, const std::vector<Exercise>& exercises,
                      const Progress& progress);

// The output of `make start`: how much of each chapter is solved, what to read, where to write, what to type.
std::string start_text(const std::vector<Exercise>& exercises, const Progress& progress);

// The output of `make list`: every exercise with its title, chapter by chapter; those that are solved have a mark.
std::string list_text(const std::vector<Exercise>& exercises, const Progress& progress);

}  // namespace course
