// The speed-up of every version, on the CPU and on the GPU, over one core with ikj, beside the figures of Li, Ranka
// and Sahni (their Figure 1.48, computed from Figures 1.7, 1.9 and 1.40, whose GPU is a Tesla C1060).
#pragma once

#include <string>
#include <vector>

#include "chapters/04-matmul/programs/parts/cpu/times.hpp"
#include "common/ladder/csv.hpp"

namespace c1060 {

// At n = 4096. `ladder`: the rows of the ladder's CSV that was measured on the same machine; versions without a row
// are omitted. Throws std::runtime_error if the run has no time of ikj at that size.
std::string speedups(const cpu::Run& run, const std::vector<ladder::CsvRow>& ladder);

}  // namespace c1060
