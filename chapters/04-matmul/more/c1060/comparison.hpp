// The versions of Li, Ranka and Sahni on their Tesla C1060 and on a current GPU, from the results that `make bench`
// measures: the tables of their section 1.8 with more columns. build/04/comparison prints them.
//
//   times       Figures 1.40 and 1.28: run times
//   rates       Figures 1.41 and 1.44: operations per second
//   efficiency  Figures 1.42 and 1.45: the share of the device's peak
//   steps       the gain of each version over the one before, then and now
//   bounds      Figure 1.43: the time that the volume takes at the memory's peak rate
//   plot        Figures 1.46 and 1.47: time against transactions and volume, as CSV
//   watts       section 1.2: peak rates and power
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/ladder/csv.hpp"

namespace c1060 {

using Table = std::function<std::string(const std::vector<ladder::CsvRow>& results)>;

// The tables by name, in the order above, in Markdown except for the plot. Without results, each says which are
// missing.
const std::vector<std::pair<std::string, Table>>& comparisons();

}  // namespace c1060
