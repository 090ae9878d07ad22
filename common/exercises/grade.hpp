// Many answers to one exercise, as rows for a spreadsheet: what build/exercises grade prints.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"
#include "common/exercises/outcome.hpp"

namespace exercises {

// "file,solved,passed,failed,skipped,first failure", with the end of the line.
std::string grade_header();

// One answer's row. Solved is yes, no, or "not judged" where a GPU left tests out and nothing failed. The first failure is the
// test and the first line below it, or the first error of the compiler. Fields with commas or quotes stand in quotes.
std::string grade_row(const std::string& file, const Outcome& outcome);

// Has all files built, then judges them, `jobs` at a time; `report` is called with each row in the order of the files. Returns how
// many are solved. Throws std::runtime_error where make failed.
std::size_t grade(const Exercise& exercise, const std::vector<std::string>& files, unsigned jobs,
                  const std::function<void(const std::string&)>& report);

}  // namespace exercises
