// Writes what an answer's launches cost, all tests together, for the comparison with the reference solution.
#pragma once

#include <map>
#include <string>

namespace grading {

// Adds the counters of one run to those before, and writes the sums into the file that EXERCISE_COUNTS names, a line
// "KEY COUNT" each. Without that variable, and on a GPU, which counts nothing: does nothing.
void write_counts(const std::map<std::string, double>& counters);

}  // namespace grading
