// The rows of grades, and the reports that are made of them.
#include "common/grade/rows.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "common/grade/reports.hpp"
#include "common/grade/sha256.hpp"

using grade::Class;
using grade::Result;
using grade::Row;
using grade::Submission;

namespace {

Result two_tests(const std::string& first, const std::string& second) {
    Result result;
    result.exercise = "02.1";
    result.tests = {{"right", first, {}}, {"coalesced", second, {}}};
    result.passed = first == "passed" && second == "passed";
    result.seconds = 1.5;
    return result;
}

struct Graded {
    Result stub = two_tests("passed", "failed"), solution = two_tests("passed", "passed");
    grade::Reference reference{grade::sha256("stub"), &stub, &solution};

    Row row(const std::string& text, const Result& result) const {
        return row_of({"anna", "02.1.cu", "02.1", text, ""}, &result, "", reference, {});
    }
};

Class class_of(const std::vector<Row>& rows) { return {rows, {}, 7, "bubblewrap", "emulator"}; }

}  // namespace

TEST_CASE("a row says whether the answer is solved, and everything that failed") {
    const Graded graded;
    CHECK(graded.row("x", graded.solution).solved == "yes");
    CHECK(graded.row("x", graded.solution).points == 10);
    Result wrong = two_tests("failed", "failed");
    wrong.tests[0].messages = {"one\ntwo", "three"};
    wrong.errors = {"It was killed."};
    const Row row = graded.row("x", wrong);
    CHECK(row.solved == "no");
    CHECK(row.finding == "right\none\ntwo\nthree\ncoalesced\nIt was killed.");
    CHECK(row.passed == 0);
    CHECK(row.tests == 2);
    CHECK(row.hash == grade::sha256("x"));
}

TEST_CASE("a GPU solves an exercise without its tests of counts, and the emulator with all tests") {
    course::Outcome outcome;
    outcome.tests = {{"right", "passed", {}}, {"coalesced", "skipped", {}, true}};
    CHECK(grade::all_passed(outcome, "gpu"));
    CHECK_FALSE(grade::all_passed(outcome, "emulator"));
    outcome.tests[0].status = "skipped";
    CHECK_FALSE(grade::all_passed(outcome, "gpu"));
    outcome.tests[0].of_counts = true;
    CHECK_FALSE(grade::all_passed(outcome, "gpu"));  // nothing was judged
    outcome.tests[0].status = "passed";
    outcome.verdict.failed = 1;
    CHECK_FALSE(grade::all_passed(outcome, "gpu"));
}

TEST_CASE("the untouched stub has no points and is called by its name") {
    const Graded graded;
    const Row row = graded.row("stub", graded.stub);
    CHECK(row.solved == "no");
    CHECK(row.points == 0);
    CHECK(row.finding == "This is the stub: nothing was changed.");
}

TEST_CASE("a record with other tests than the harness's is not judged") {
    const Graded graded;
    Result forged = two_tests("passed", "passed");
    forged.tests[1].name = "another";
    CHECK(graded.row("x", forged).solved == "not judged");
    forged.tests.pop_back();
    CHECK(graded.row("x", forged).solved == "not judged");
    Result cut_short = two_tests("passed", "passed");
    cut_short.tests.pop_back();
    cut_short.passed = false;
    CHECK(graded.row("x", cut_short).solved == "no");
}

TEST_CASE("nothing is judged where the reference solution fails, or the grader did") {
    Graded graded;
    CHECK(row_of({"anna", "02.1.cu", "02.1", "x", ""}, nullptr, "No space left.", graded.reference, {})
              .finding ==
          "No space left.\nThis says nothing about the answer: the next make grade tries it again.");
    graded.solution = two_tests("passed", "failed");
    CHECK(graded.row("x", two_tests("passed", "passed")).solved == "not judged");
    CHECK(graded.row("x", graded.solution).finding.find("is not solved on this machine") !=
          std::string::npos);
}

TEST_CASE("on a GPU an exercise whose every test judges counts is not judged, and its rows say why") {
    Graded graded;
    graded.solution = two_tests("skipped", "skipped");
    graded.solution.passed = false;
    const auto finding = [&] { return graded.row("x", graded.solution).finding; };
    const char* const why = "Every test of this exercise judges counts";
    for (auto& test : graded.solution.tests) test.of_counts = false;
    CHECK(finding().find(why) == std::string::npos);
    for (auto& test : graded.solution.tests) test.of_counts = true;
    CHECK(finding().find(why) == 0);
    graded.solution.tests[1].status = "failed";
    CHECK(finding().find(why) == std::string::npos);
}

TEST_CASE("a refused file is a row with the reason and the file's name") {
    const Graded graded;
    const Row row =
        row_of({"an\nna", "a\xff.o", "", "", "It is no answer."}, nullptr, "", graded.reference, {});
    CHECK(row.solved == "not judged");
    CHECK(row.student == "an\\u{a}na");
    CHECK(row.exercise == "a\\xff.o");
    CHECK(row.finding == "It is no answer.");
    CHECK(row.of == 0);
}

TEST_CASE("commas, quotes, newlines and formulas stay in their cell of grades.csv") {
    Row row;
    row.student = "=HYPERLINK(\"x\"), Anna";
    row.exercise = "02.1";
    row.solved = "no";
    row.of = 10;
    row.points = 2.5;
    row.passed = 1;
    row.tests = 4;
    row.finding = "- a\n\"b\"";
    CHECK(grades_csv(class_of({row})) ==
          "student,exercise,solved,points,of,tests,finding,hash,seconds,isolation,device,seed\n"
          "\"'=HYPERLINK(\"\"x\"\"), Anna\",02.1,no,2.5,10,1 of 4,\"'- "
          "a\n\"\"b\"\"\",,,bubblewrap,emulator,7\n");
}

TEST_CASE("names and findings are text in HTML and JUnit") {
    Row row;
    row.student = "<b>\"Anna\"</b>";
    row.exercise = "02.1";
    row.solved = "no";
    row.finding = "a < b && \"c\"";
    for (const std::string& text : {student_html(class_of({row}), {row}), grades_junit(class_of({row}))}) {
        CHECK(text.find("<b>") == std::string::npos);
        CHECK(text.find("&lt;b&gt;") != std::string::npos);
        CHECK(text.find("a &lt; b &amp;&amp; &quot;c&quot;") != std::string::npos);
    }
}

TEST_CASE("a student's results.json has a test with its score for each exercise") {
    Row solved, missing;
    solved.exercise = "02.1";
    solved.solved = "yes";
    solved.points = solved.of = 10;
    missing.exercise = "02.2";
    missing.solved = "no";
    missing.of = 5;
    missing.finding = "wrong";
    Row unknown = missing;
    unknown.solved = "not judged";
    const auto json = nlohmann::json::parse(
        student_results(class_of({solved, missing, unknown}), {solved, missing, unknown}));
    CHECK(json["score"] == 10);
    CHECK(json["tests"].size() == 3);
    for (const char* verdict : {"score", "max_score", "status"})
        CHECK_FALSE(json["tests"][2].contains(verdict));
    CHECK(json["tests"][2]["output"] == "wrong");
    CHECK(json["tests"][0]["status"] == "passed");
    CHECK(json["tests"][1]["max_score"] == 5);
    CHECK(json["tests"][1]["output"] == "wrong");
    CHECK(json["output"].get<std::string>().find("seed 7") != std::string::npos);
}

TEST_CASE("a result that is written is read again, whatever the answer printed") {
    Result result = two_tests("failed", "passed");
    result.tests[0].messages = {"a\tb\n\xff"};
    result.printed = std::string("\0\xfe", 2);
    result.counts = {{"sectors", 3}};
    result.seed = ~std::uint64_t{0};
    const auto json = nlohmann::json::parse(to_json(result));
    CHECK(json["tests"][0]["messages"][0] == "a\tb\n\\xff");
    CHECK(json["printed"] == "\\u{0}\\xfe");
    CHECK(json["seed"] == ~std::uint64_t{0});
}
