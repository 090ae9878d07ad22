// See rows.hpp.
#include "common/grade/rows.hpp"

#include <algorithm>

#include "common/grade/sha256.hpp"
#include "common/grade/text.hpp"

namespace grade {
namespace {

std::string finding_of(const Result& result) {
    if (!result.compiler_errors.empty()) return "It does not compile: " + result.compiler_errors;
    std::string finding;
    for (const course::TestResult& test : result.tests) {
        if (test.status != "failed") continue;
        finding += test.name + "\n";
        for (const std::string& message : test.messages) finding += message + "\n";
    }
    for (const std::string& error : result.errors) finding += error + "\n";
    while (finding.ends_with("\n")) finding.pop_back();
    return finding;
}

std::vector<std::string> names_of(const Result& result) {
    std::vector<std::string> names;
    for (const course::TestResult& test : result.tests) names.push_back(test.name);
    return names;
}

// The record of a run that was cut short has the beginning of the harness's tests, every other one all of them.
bool is_of_the_harness(const Result& result, const Result& solution) {
    const std::vector<std::string> names = names_of(result), all = names_of(solution);
    if (names.size() > all.size()) return false;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] != all[i]) return false;
    return names.size() == all.size() || !result.passed;
}

// Whether every test was skipped because it judges counts: on a GPU.
bool only_counts(const Result& result) {
    return result.errors.empty() && !result.tests.empty() &&
           std::ranges::all_of(result.tests, [](const course::TestResult& test) {
               return test.of_counts && test.status == "skipped";
           });
}

// Why the result says nothing about the answer; empty if it does.
std::string objection_to(const Result* result, const std::string& failure, const Reference& reference) {
    if (!result)
        return (failure.empty() ? "The grader gave no result." : failure) +
               "\nThis says nothing about the answer: the next make grade tries it again.";
    if (!reference.solution || !reference.stub)
        return "The reference solution could not be graded, so nothing here can.";
    if (!reference.solution->passed && only_counts(*reference.solution))
        return "Every test of this exercise judges counts, and a GPU has none: grade it with "
               "DEVICE=emulator.";
    if (!reference.solution->passed)
        return "The reference solution is not solved on this machine, so no answer is judged. It says: " +
               finding_of(*reference.solution);
    if (result->compiler_errors.empty() && !is_of_the_harness(*result, *reference.solution))
        return "The record of its tests is not one of this exercise.";
    return "";
}

}  // namespace

Row row_of(const Submission& submission, const Result* result, const std::string& failure,
           const Reference& reference, const Rubric& rubric) {
    Row row;
    row.student = printable(submission.student);
    row.exercise = submission.exercise.empty() ? printable(submission.file) : submission.exercise;
    row.solved = "not judged";
    if (!submission.exercise.empty()) row.of = rubric.of(submission.exercise).points;
    if (!submission.refused.empty()) {
        row.finding = submission.refused;
        return row;
    }
    row.hash = sha256(submission.text);
    row.result = result;
    row.finding = objection_to(result, failure, reference);
    if (!row.finding.empty()) return row;
    for (const course::TestResult& test : result->tests) row.passed += test.status == "passed";
    row.tests = static_cast<int>(reference.solution->tests.size());
    if (row.hash == reference.stub_hash) {
        row.solved = "no";
        row.is_stub = true;
        row.finding = "This is the stub: nothing was changed.";
        return row;
    }
    row.solved = result->passed ? "yes" : "no";
    row.finding = finding_of(*result);
    row.points = points_of(*result, *reference.stub, *reference.solution, rubric.of(submission.exercise));
    return row;
}

}  // namespace grade
