// What grading one answer gave: a file build/grades/results/KEY.json, from which all reports are made. The key names all that the result
// depends on, so a result that is there need not be computed again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/course/outcome.hpp"

namespace grade {

// What a part of the grading took: wall time, and the CPU time of all its processes.
struct Cost {
    double seconds = 0, cpu_seconds = 0;
};

struct Result {
    std::string exercise;  // "02.1"
    std::string hash;      // SHA-256 of the answer
    bool passed = false;   // all_passed
    std::vector<course::TestResult> tests;
    std::string compiler_errors;      // empty if it was compiled
    std::vector<std::string> errors;  // why it did not reach its end, in sentences
    std::string text;                 // what `make check ALL=1` would show the learner
    std::string printed;              // what it printed, the beginning
    course::Counts counts;            // what its launches cost
    double seconds = 0;
    Cost compiling, running;
    std::string isolation, device;
    std::uint64_t seed = 0;
};

// It was compiled, its record is complete, a test passed, and none failed or was skipped, but for those that judge counts, on a GPU.
bool all_passed(const course::Outcome& outcome, const std::string& device);

std::string to_json(const Result& result);

// Empty if there is no such file or it is not of a result.
std::optional<Result> read_result(const std::string& path);

}  // namespace grade
