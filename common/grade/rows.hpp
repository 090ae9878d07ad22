// The grades of a class: a row for each file that was handed in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/grade/results.hpp"
#include "common/grade/rubric.hpp"
#include "common/grade/submissions.hpp"

namespace grade {

struct Row {
    std::string student;   // printable
    std::string exercise;  // "02.1"; else the file's name, printable
    std::string solved;    // "yes", "no", or "not judged"
    double points = 0, of = 0;
    int passed = 0, tests = 0;
    std::string
        finding;  // why it is not solved: each failed test with all that is said of it; why it was not judged
    std::string hash;                // SHA-256 of the answer
    const Result* result = nullptr;  // null if it was not graded
    bool is_stub = false;            // nothing was changed
};

// What is known of an exercise without any student: how its stub and its reference solution fare.
struct Reference {
    std::string stub_hash;
    const Result* stub = nullptr;
    const Result* solution = nullptr;
};

// Why the row of this submission is what it is. `failure` is what the grader itself said if there is no result.
Row row_of(const Submission& submission, const Result* result, const std::string& failure,
           const Reference& reference, const Rubric& rubric);

}  // namespace grade
