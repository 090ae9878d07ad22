// Grades many answers to one exercise, and gives rows for a spreadsheet: the output of build/course grade.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/course/catalogue.hpp"
#include "common/course/outcome.hpp"

namespace course {

// "file,solved,passed,failed,skipped,first failure", with a newline.
std::string grade_header();

// One answer's row. "Solved" is yes, no, or "not judged" if a GPU skipped tests and none failed. The first failure is
// the name of the test and the first line below it, or the compiler's first error. Fields with commas or quotes are
// quoted.
std::string grade_row(const std::string& file, const Outcome& outcome);

// Builds all files, then judges them, `jobs` at a time. Calls `report` with each row in the order of the files.
// Returns how many are solved. Throws std::runtime_error if make fails.
std::size_t grade(const Exercise& exercise, const std::vector<std::string>& files, unsigned jobs,
                  const std::function<void(const std::string&)>& report);

}  // namespace course
