// Pages with generated tables. A table stands between <!-- table:NAME begin --> and <!-- table:NAME end -->, each on a line of
// its own; everything else on the page is written by hand and stays.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace ladder {

// Gives the Markdown of the table of a name; nothing where the table is to stay as it is.
using TableSource = std::function<std::optional<std::string>(const std::string& name)>;

// The page with every marked table replaced. Throws std::runtime_error with the line's number for a marker that is not
// closed or not opened.
std::string with_tables(const std::string& page, const TableSource& source);

}  // namespace ladder
