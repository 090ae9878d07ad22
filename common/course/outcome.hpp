// The result of checking one answer, and its text for a learner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/course/catalogue.hpp"
#include "common/course/comparison.hpp"
#include "common/terminal/terminal.hpp"
#include "common/testing/verdict.hpp"

namespace course {

struct TestResult {
    std::string name, status;           // passed, failed or skipped
    std::vector<std::string> messages;  // of a failed test; the reason of a skipped one
    bool of_counts = false;             // it judges counts, not only results
};

struct Outcome {
    std::string compiler_errors;  // empty if it was compiled and run
    std::vector<TestResult> tests;
    testing::Verdict verdict;
    std::string seed;     // of the sizes and data, if it was given one
    std::string printed;  // the program's output, with kernels' printf and failed assertions
    std::string log;      // the file with all of that output
    Counts counts;        // of the answer's launches in tests that went well; empty on a GPU

    // Nothing failed; on a GPU some tests may have been skipped.
    bool passed() const { return compiler_errors.empty() && verdict.failed == 0; }
};

// The outcome of a harness's run, from its record (common/testing/record.hpp) and the way it ended.
Outcome read_outcome(std::string_view record, const testing::Ending& ending);

enum class Failures { kFirst, kAll };

// The output of `make check` for an answer in the file `source`, but for what follows "Solved.". An exercise's page
// shows it for the stub, word for word, in lines of 100 columns. With kFirst, only the first failed test is shown, and how many more there are.
std::string text_of(const Exercise& exercise, const std::string& source, const Outcome& outcome,
                    Failures failures, std::size_t width = terminal::kWidest);

}  // namespace course
