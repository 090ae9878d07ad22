// The committed results as rows: reading them, and picking some of them for a table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace ladder {

inline constexpr const char* kNoResults =
    "No results are committed yet: `make bench` on a GPU measures them.\n";

// All rows of all .csv files of a folder that a ladder has written, in the order of the files' names. No folder: no rows. A
// file without a column `rung` is somebody else's. Throws std::runtime_error that names the file and the line where a ladder's
// file lacks a column or has something else than a number for a rate or a share.
std::vector<CsvRow> read_results(const std::string& folder);

std::vector<CsvRow> filter(const std::vector<CsvRow>& rows, const std::function<bool(const CsvRow&)>& wanted);

// The different values of a column, in the order in which they first come.
std::vector<std::string> values_of(const std::vector<CsvRow>& rows, const std::string& heading);

// The first row with these cells; null where there is none.
const CsvRow* find(const std::vector<CsvRow>& rows, const CsvRow& cells);

// A row's rate as a cell shows it, "-" where there is none; " (0.98)", the share of its roof, or nothing; and both.
std::string rate_of(const CsvRow* row);
std::string share_of(const CsvRow& row);
std::string rate_and_share_of(const CsvRow* row);

}  // namespace ladder
