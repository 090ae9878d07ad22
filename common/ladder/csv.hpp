// Comma-separated values as this project commits them: one line of headings; a cell with a comma or a newline is quoted.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ladder {

using CsvRow = std::map<std::string, std::string>;  // heading to cell

std::string csv_line(const std::vector<std::string>& cells);

// A measured number as a cell: five significant digits.
std::string csv_number(double value);

// Throws std::runtime_error with the line's number if a row has more or fewer cells than there are headings.
std::vector<CsvRow> parse_csv(const std::string& text);

}  // namespace ladder
