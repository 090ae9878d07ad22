// Which source lines of a kernel waste most: sectors beyond the fewest for their bytes, bank conflicts, divergence.
#pragma once

#include <string>
#include <vector>

#include "emulator/cost/counters.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::report {

// The lines that waste anything, in each list the worst first. A minor one wastes less than one per cent of the launch: of its sectors, of
// its wavefronts, and of the lanes that its instructions could keep at work.
struct CostlyLines {
    std::vector<const cost::LineCounters*> major, minor;
};
CostlyLines costly_lines(const exec::Launch& launch);

// A line as the report shows it: place, source text, and each wasteful access with one warp's pattern.
std::string line_text(const cost::LineCounters& line, int width);

// All lines that executed anything, as a table with their source text (--lines).
std::string lines_table(const exec::Launch& launch, int width);

}  // namespace simt::report
