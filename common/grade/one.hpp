// Grades one answer, in a process of its own: whatever goes wrong here ends one row and not the class.
#pragma once

#include <string>

#include "common/grade/results.hpp"
#include "common/grade/run_answer.hpp"

namespace grade {

// An answer that waits for its result. job.json in the folder says the rest; the answer is there, too, under the name of its stub.
struct Job {
    std::string key;     // the result is build/grades/results/KEY.json
    std::string folder;  // build/grades/work/KEY
    std::string exercise;
    std::string hash;
    bool isolated = true;
    std::uint64_t seed = 0;
    std::vector<std::string> hidden = {};
    std::string parameters = {};  // the lines of exercises/parameters.txt for this exercise and this student
    double seconds = kRunLimit;
};

// Writes the folder.
void write_job(const Job& job, const course::Exercise& exercise, const std::string& text);

// Compiles, links, runs and judges the answer of a folder that write_job() has written. Throws std::runtime_error if that fails for a
// reason that says nothing about the answer.
Result grade_one(const Job& job, const course::Exercise& exercise);
Job read_job(const std::string& folder);

}  // namespace grade
