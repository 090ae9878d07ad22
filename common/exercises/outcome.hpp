// What came of checking one answer, and how a learner reads it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/exercises/catalogue.hpp"
#include "common/testing/verdict.hpp"

namespace exercises {

struct TestResult {
    std::string name, status;           // passed, failed or skipped
    std::vector<std::string> messages;  // of a failed test; the reason of a skipped one
};

struct Outcome {
    std::string compiler_errors;  // empty: it was compiled and run
    std::vector<TestResult> tests;
    testing::Verdict verdict;
    std::string
        printed;      // what the program wrote while it ran, kernels' printf and failed assertions among it
    std::string log;  // the file that has all of that

    // Nothing failed; on a GPU some tests may have been skipped.
    bool passed() const { return compiler_errors.empty() && verdict.failed == 0; }
};

// The outcome of a run of the harness, from its record (common/testing/record.hpp) and the way it ended.
Outcome read_outcome(std::string_view record, const testing::Ending& ending);

// What `make check` prints; the exercise's page shows it for the stub, word for word.
std::string text_of(const Exercise& exercise, const Outcome& outcome);

}  // namespace exercises
