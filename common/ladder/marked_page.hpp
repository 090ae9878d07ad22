// Pages with generated tables. A table stands between <!-- table:NAME begin --> and <!-- table:NAME end -->, each on
// its own line; everything else on the page is written by hand and stays.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace ladder {

// Returns a table's Markdown by its name, or nothing to leave the table as it is.
using TableSource = std::function<std::optional<std::string>(const std::string& name)>;

// The page with every marked table replaced. Throws std::runtime_error with the line's number for a begin without an
// end, or an end without a begin.
std::string with_tables(const std::string& page, const TableSource& source);

}  // namespace ladder
