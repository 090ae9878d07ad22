// The committed results as rows: reads them, and selects rows for a table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace ladder {

inline constexpr const char* kNoResults =
    "No results are committed yet: `make bench` on a GPU measures them.\n";

// All rows that ladders have written into the .csv files of a folder, in the order of the files' names; no rows
// without such a folder. A file without a column `rung` does not come from a ladder and is ignored. Throws
// std::runtime_error that names the file and the line if a ladder's file lacks a column, or if a rate or a share is
// not a number.
std::vector<CsvRow> read_results(const std::string& folder);

std::vector<CsvRow> filter(const std::vector<CsvRow>& rows, const std::function<bool(const CsvRow&)>& wanted);

// The different values of a column, in the order in which they first come.
std::vector<std::string> values_of(const std::vector<CsvRow>& rows, const std::string& heading);

// The first row with these cells, or null.
const CsvRow* find(const std::vector<CsvRow>& rows, const CsvRow& cells);

// Text for a table's cell: a row's rate, or "-"; its share of the roof, " (0.98)", or ""; both together.
std::string rate_of(const CsvRow* row);
std::string share_of(const CsvRow& row);
std::string rate_and_share_of(const CsvRow* row);

}  // namespace ladder
