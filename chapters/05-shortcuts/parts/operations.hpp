// The number of additions and minima that a GPU does in each clock, and its share of the peak, counted as in the
// course's text.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace operations {

// A table in Markdown of the ladder `float` at n = 6300, from committed results. Empty if no result is from a device
// whose number of multiprocessors is known here.
std::string table(const std::vector<ladder::CsvRow>& results);

// Additions and minima a clock, all multiprocessors together.
double per_clock(double relaxations_per_second, double clock_in_mhz);

}  // namespace operations
