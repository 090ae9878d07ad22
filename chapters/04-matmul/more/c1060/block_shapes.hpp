// The measured times of block shapes as tables in Markdown, beside the C1060's. programs/measuring/block_shapes.cpp
// measures.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/csv.hpp"

namespace block_shapes {

inline const std::vector<std::string> kHeadings = {"device",  "date",        "clocks",      "kernel",
                                                   "x",       "y",           "n",           "occupancy",
                                                   "time_ms", "time_ms_low", "time_ms_high"};

// rows: under kHeadings, of one device. One table for each kernel.
std::string table(const std::vector<ladder::CsvRow>& rows);

}  // namespace block_shapes
