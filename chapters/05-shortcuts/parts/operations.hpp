// How many additions and minima a GPU does in each clock, and of how many that it could: as the course's text counts them.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace operations {

// A table in Markdown of the ladder `float` at n = 6300, from committed results. Empty where no result is of a device whose number of
// multiprocessors is known here.
std::string table(const std::vector<ladder::CsvRow>& results);

// Additions and minima a clock, all multiprocessors together.
double per_clock(double relaxations_per_second, double clock_in_mhz);

}  // namespace operations
