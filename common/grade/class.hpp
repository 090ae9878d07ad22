// Grades a class: `make grade`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/grade/supervise.hpp"

namespace grade {

struct Options {
    std::string submissions;
    std::string grades = "build/grades";  // the folder of the results
    std::string rubric;                   // a file, or empty
    std::string secret;  // the file from which make dist drew the students' numbers, or empty
    unsigned jobs = 1;
    std::optional<std::uint64_t> seed;  // else that of the last run in the same folder; else a new one
    bool isolated = true;
    double seconds = kRunLimit;  // of an answer's run
    bool slurm = false;          // on a cluster (slurm.hpp)
};

// Grades what has no result yet, and writes all reports. Prints a summary. Throws std::runtime_error, with a sentence, if nothing can
// be graded. This process must be a supervisor (supervise.hpp).
void grade_class(const Options& options);

}  // namespace grade
