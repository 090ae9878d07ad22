// The statistics as tables, counted while they are written: for `make run-04 ARGS=--statistics` and for the lesson's
// page.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/text_table.hpp"

namespace statistics {

// Figure "1.15", "1.19", "1.23" or "1.36": transactions by size, volume and utilisation on 1.3, and whether the
// figure agrees.
ladder::TextTable printed_table(const std::string& figure);

// The same kernels counted by the rules of 1.3, 2.0 and 9.0: transactions (for 9.0: sectors) and volume.
ladder::TextTable generations_table(const std::string& figure);

// The accesses to all banks that a request to shared memory takes, with 16 and 32 banks.
ladder::TextTable shared_table();

// Figures 1.37 and 1.38: transactions in billions and volume in gigabytes for n = 16384, on 1.3 and on 9.0.
ladder::TextTable large_table();

// All of them, for a terminal.
std::string report();

}  // namespace statistics
