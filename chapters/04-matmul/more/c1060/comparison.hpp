// The versions of Li, Ranka and Sahni on their Tesla C1060 and on a GPU of today, from the results that `make bench` measures: the
// tables of their section 1.8 with a column more. build/04/comparison prints them.
//
//   times       Figures 1.40 and 1.28: run times
//   rates       Figures 1.41 and 1.44: operations in a second
//   efficiency  Figures 1.42 and 1.45: of what the device could compute
//   steps       what each version gains over the one before, then and now
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

// The tables by name, in the order above. In Markdown, but for the plot; each says what is missing where results are.
const std::vector<std::pair<std::string, Table>>& comparisons();

}  // namespace c1060
