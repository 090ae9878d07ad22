// The share of an exercise's points that an answer has earned.
#pragma once

#include <vector>

#include "common/course/outcome.hpp"

namespace course {

// 0 … 1. `stub` and `solution` are the tests of the untouched stub and of the reference solution, run like the answer, with the same
// seed.
//
// Tests that the answer passes count, but a stub passes some, too: they earn nothing until one passes that the stub fails. So the
// stub earns 0, and the solution, which passes all, 1. Of the points, the share `for_counts` is for the tests that judge counts,
// the rest for those of results; where one kind is missing, the other has all. Tests that the solution skips, as those of
// counts on a GPU, earn nothing.
double share_earned(const std::vector<TestResult>& answer, const std::vector<TestResult>& stub,
                    const std::vector<TestResult>& solution, double for_counts = 0.4);

}  // namespace course
