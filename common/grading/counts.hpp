// The text about a count that misses its bound, apart from the functions that fail a test with it (grading.hpp).
#pragma once

#include <string>

#include "common/grading/grading.hpp"
#include "common/grading/source_lines.hpp"

namespace grading {

enum class Side { kAtMost, kAtLeast };

// Empty if the run's count keeps the bound. The other parameters are those of at_most.
std::string complaint_about(const Run& run, const std::string& key, double bound, Side side,
                            const std::string& why, const LineCounts& lines = lines_of);

}  // namespace grading
