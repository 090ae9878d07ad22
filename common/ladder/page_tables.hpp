// Writes the generated tables of a lesson's page, for --tables.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/options.hpp"

namespace ladder {

// Brings the tables of the page options.tables_file up to date, or only compares with options.check_tables. Where there are
// several ladders, each has its own tables, `add-counts`. Returns whether the page is up to date now. Throws
// std::runtime_error for tables that nobody has, and where a version that is counted is wrong.
bool write_page_tables(const std::vector<Ladder>& ladders, const Options& options,
                       const std::string& program);

}  // namespace ladder
