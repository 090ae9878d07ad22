// The rows of build/course grade.
#include "common/course/grade.hpp"

#include <doctest/doctest.h>

using course::grade_row;
using course::Outcome;

namespace {

Outcome outcome_of(int passed, int failed, int skipped) {
    Outcome outcome;
    outcome.verdict.passed = passed;
    outcome.verdict.failed = failed;
    outcome.verdict.skipped = skipped;
    return outcome;
}

}  // namespace

TEST_CASE("a row says whether the answer is solved, and what failed first, on one line") {
    CHECK(grade_row("a.cu", outcome_of(3, 0, 0)) == "a.cu,yes,3,0,0,\n");
    Outcome wrong = outcome_of(1, 2, 0);
    wrong.tests = {{"one", "passed", {}},
                   {"two", "failed", {"64 x 80: 960 bank conflicts\nmore", "third"}},
                   {"three", "failed", {"wrong as well"}}};
    CHECK(grade_row("b.cu", wrong) == "b.cu,no,1,2,0,two: 64 x 80: 960 bank conflicts\n");
}

TEST_CASE("an answer that a GPU judged in part is not called solved") {
    CHECK(grade_row("a.cu", outcome_of(1, 0, 2)) == "a.cu,not judged,1,0,2,\n");
}

TEST_CASE("commas and quotes do not part a field") {
    Outcome outcome = outcome_of(0, 1, 0);
    outcome.tests = {{"loads, stores", "failed", {"a \"race\""}}};
    CHECK(grade_row("a,b.cu", outcome) == "\"a,b.cu\",no,0,1,0,\"loads, stores: a \"\"race\"\"\"\n");
}

TEST_CASE("what does not compile or does not end has its reason in the row") {
    Outcome outcome;
    outcome.compiler_errors = "a.cu(3): error: x\n  y\n";
    CHECK(grade_row("a.cu", outcome) == "a.cu,no,0,0,0,does not compile: a.cu(3): error: x\n");
    Outcome crashed = outcome_of(1, 1, 0);
    crashed.verdict.errors = {"It was killed."};
    CHECK(grade_row("a.cu", crashed) == "a.cu,no,1,1,0,It was killed.\n");
}

TEST_CASE("files that are not there are rows too, in the order in which they were named") {
    std::string rows;
    const std::size_t solved =
        course::grade({}, {"no/1.cu", "no/2.cu", "no/3.cu"}, 2, [&](const std::string& row) { rows += row; });
    CHECK(solved == 0);
    CHECK(rows ==
          "no/1.cu,no,0,0,0,does not compile: there is no such file\n"
          "no/2.cu,no,0,0,0,does not compile: there is no such file\n"
          "no/3.cu,no,0,0,0,does not compile: there is no such file\n");
}
