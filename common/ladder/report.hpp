// A result in the forms people and programs read.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/result.hpp"

namespace ladder {

// For the terminal: one table for the device and one for the baselines, then a line for each version that is
// not ok.
std::string text_report(const Problem& problem, const Result& result);

// One object: chapter, device, emulated, size, rungs; what does not apply to a rung is absent.
std::string json_report(const Result& result);

// That object for one result, an array of them for several.
std::string json_report(const std::vector<Result>& results);

// Text as JSON has it, in quotation marks.
std::string json_string(const std::string& text);

// Rows of several results under one line of headings.
std::string csv_report(const std::vector<Result>& results);

// A row's value in a column of counts; "-" where the row has nothing to count there.
std::string count_cell(const CountColumn& column, const Row& row, const Result& result);

// "kernel loop" for a person.
const char* mode_name(Mode mode);

}  // namespace ladder
