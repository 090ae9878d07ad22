// Writes the generated tables of a lesson's page, for --tables.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/options.hpp"

namespace ladder {

// Updates the tables of the page options.tables_file; with options.check_tables only compares them. If there are
// several ladders, each has its own tables: `add-counts`. Returns whether the page is up to date now. Throws
// std::runtime_error for an unknown table, and if a counted version fails.
bool write_page_tables(const std::vector<Ladder>& ladders, const Options& options,
                       const std::string& program);

}  // namespace ladder
