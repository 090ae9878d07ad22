// The text for a learner, from the record of a run.
#include "common/course/outcome.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <string>

#include "common/grading/device.hpp"
#include "common/testing/record.hpp"
#include "common/testing/words.hpp"

using course::Outcome;
using course::read_outcome;

namespace {

course::Exercise the_exercise() {
    course::Exercise exercise;
    exercise.id = "02.1";
    exercise.title = "A side";
    exercise.folder = "exercises/02-transpose/1-side";
    return exercise;
}

std::string first_failure_of(const Outcome& outcome) {
    return course::text_of(the_exercise(), "transpose.cu", outcome, course::Failures::kFirst);
}
std::string all_failures_of(const Outcome& outcome) {
    return course::text_of(the_exercise(), "transpose.cu", outcome, course::Failures::kAll);
}

const std::string kOpening =
    "Exercise 02.1: A side\nfile  transpose.cu\npage  exercises/02-transpose/1-side/README.md\n\n";

using testing::record_line;

const std::string kPassed = record_line({"test", "passed", "one", "0.1", ""});
const std::string kFailed =
    record_line({"message", "wrong\n    code"}) + record_line({"test", "failed", "two", "0.1", ""});
const std::string kSkipped = record_line({"test", "skipped", "two", "0.1", grading::kCountedElsewhere});

std::string end(int passed, int failed, int skipped) {
    return record_line({"end", std::to_string(passed), std::to_string(failed), std::to_string(skipped)});
}

testing::Ending ended(int exit_code) {
    testing::Ending ending;
    ending.exit_code = exit_code;
    return ending;
}

}  // namespace

TEST_CASE("a failure is shown with all its lines below its test, and leads to a hint") {
    const Outcome outcome = read_outcome(kPassed + kFailed + end(1, 1, 0), ended(1));
    CHECK_FALSE(outcome.passed());
    CHECK(first_failure_of(outcome) == kOpening +
                                           "passed   one\n"
                                           "FAILED   two\n"
                                           "         wrong\n"
                                           "             code\n"
                                           "Not solved yet: 1 of 2 tests failed.\nNext: make hint EX=02.1\n");
}

TEST_CASE("of several failures the first one is shown, and all of them when that is asked for") {
    const std::string later =
        record_line({"message", "later"}) + record_line({"test", "failed", "three", "0.1", ""});
    const Outcome outcome = read_outcome(kFailed + kPassed + later + kSkipped + end(1, 2, 1), ended(1));
    const std::string first = first_failure_of(outcome), all = all_failures_of(outcome);
    for (const char* const shown :
         {"FAILED   two", "passed   one", "2 of 4 tests failed (ALL=1 shows them all).\n"})
        CHECK(first.find(shown) != std::string::npos);
    for (const char* const more : {"FAILED   three\n         later", "skipped  two"}) {
        CHECK(first.find(more) == std::string::npos);
        CHECK(all.find(more) != std::string::npos);
    }
    CHECK(all.find("ALL=1") == std::string::npos);
}

TEST_CASE("long sentences are wrapped, and code is not") {
    std::string words, code;
    for (int i = 0; i < 40; ++i) words += "word ";
    for (int i = 0; i < 40; ++i) code += " code";
    const std::string record =
        record_line({"message", words + "\n" + code}) + record_line({"test", "failed", "two", "0.1", ""});
    const std::string text = first_failure_of(read_outcome(record + "\n" + end(0, 1, 0), ended(1)));
    CHECK(text.find(code) != std::string::npos);
    CHECK(text.find("word word\n         word word") != std::string::npos);
}

TEST_CASE("what passes is solved") {
    const Outcome outcome = read_outcome(kPassed + end(1, 0, 0), ended(0));
    CHECK(outcome.passed());
    CHECK(first_failure_of(outcome).ends_with("\nSolved.\n"));
}

TEST_CASE("what was skipped on a GPU is said, and is not called solved") {
    const Outcome outcome = read_outcome(kPassed + kSkipped + end(1, 0, 1), ended(0));
    CHECK(outcome.passed());
    const std::string text = first_failure_of(outcome);
    CHECK(text.find("skipped  two\n         counted on the emulator only\n") != std::string::npos);
    CHECK(
        text.ends_with("1 of 2 tests passed, 1 skipped.\n"
                       "Counts not graded: two; DEVICE=emulator make check EX=02.1 grades them.\n"));
    CHECK(text.find("Solved") == std::string::npos);
}

TEST_CASE("an answer that ends the program is a failure, though the exit code is 0") {
    const Outcome outcome = read_outcome(kPassed + record_line({"begin", "two"}), ended(0));
    CHECK_FALSE(outcome.passed());
    const std::string text = first_failure_of(outcome);
    CHECK(text.find("FAILED   the program did not reach its end as it should\n"
                    "         It ended with exit code 0, in the test \"two\"") != std::string::npos);
}

TEST_CASE("counts that were not graded are named below a failure too, other skipped tests are not") {
    const std::string failed = record_line({"test", "failed", "one", "0.1", ""});
    const std::string lost = record_line({"test", "skipped", "two", "0.1", "not run: the device is lost"});
    CHECK(first_failure_of(read_outcome(failed + kSkipped + end(0, 1, 1), ended(1)))
              .ends_with("Counts not graded: two; DEVICE=emulator make check EX=02.1 grades them.\n"
                         "Next: make hint EX=02.1\n"));
    CHECK(first_failure_of(read_outcome(failed + lost + end(0, 1, 1), ended(1)))
              .ends_with("1 of 2 tests failed.\nNext: make hint EX=02.1\n"));
}

TEST_CASE("what the program printed stands above the last line, and its first lines only") {
    Outcome outcome = read_outcome(kPassed + kFailed + end(1, 1, 0), ended(1));
    outcome.log = "build/check/02.1/log";
    outcome.printed = "row 3\nrow 4\n";
    CHECK(first_failure_of(outcome).find(
              "             code\nThe program printed:\n         row 3\n         row 4\nNot solved") !=
          std::string::npos);
    outcome.printed = "simt: launch 1 of k() ended early: a deadlock\n";
    CHECK(first_failure_of(outcome).find("printed") == std::string::npos);
    outcome.printed.clear();
    for (int line = 1; line <= 21; ++line) outcome.printed += "line " + std::to_string(line) + "\n";
    const std::string text = first_failure_of(outcome);
    CHECK(text.find("line 20\nand more, in build/check/02.1/log: these were the first 20 lines.\nNot") !=
          std::string::npos);
    CHECK(text.find("line 21") == std::string::npos);
}

TEST_CASE("a crash, a division by zero and a loop without end say what most often lies behind them") {
    const auto text_after = [](const testing::Ending& ending) {
        return first_failure_of(read_outcome(record_line({"begin", "one"}), ending));
    };
    testing::Ending crash, division, endless, computing;
    crash.signal = SIGSEGV;
    division.signal = SIGFPE;
    endless.timed_out = true;
    computing.signal = SIGXCPU;
    CHECK(text_after(crash).find("The host used an address that is not its own") != std::string::npos);
    CHECK(text_after(division).find("divided an integer by zero") != std::string::npos);
    CHECK(text_after(computing).find("in the test \"one\"") != std::string::npos);
    CHECK(text_after(computing).find("Look for a loop on the host") != std::string::npos);
    CHECK(text_after(endless).find("a loop that does not end?") != std::string::npos);
}

TEST_CASE("what does not compile says so and nothing else") {
    Outcome outcome;
    outcome.compiler_errors = "transpose.cu(3): error: x\n";
    CHECK_FALSE(outcome.passed());
    CHECK(first_failure_of(outcome) ==
          kOpening +
              "It does not compile:\n\ntranspose.cu(3): error: x\n\nNot solved yet: nothing was run.\n"
              "Next, when that is mended: make check EX=02.1\n");
}

TEST_CASE(
    "sentences, advice and the emulator's lines are as wide as the terminal; code and output stay as they "
    "are") {
    const std::string message =
        "a sentence that is longer than forty columns\n"
        "  line        transpose.cu:7   out[x * height + y] = in[y * width + x];\n"
        "  what to do  Compare\n"
        "              it.\n"
        "  what now    The end.\n";
    Outcome outcome = read_outcome(
        record_line({"message", message}) + record_line({"test", "failed", "two", "0.1", ""}) + end(0, 1, 0),
        ended(1));
    outcome.printed = "simt: kernel launch: no block is so large\nmy own line, which has its own length\n";
    const std::string text =
        course::text_of(the_exercise(), "transpose.cu", outcome, course::Failures::kFirst, 40);
    CHECK(testing::missing(
              text, {"         a sentence that is longer than\n         forty columns\n",
                     "           line        transpose.cu:7   out[x * height + y] = in[y * width + x];\n",
                     "           what to do  Compare it.\n           what now    The end.\n",
                     "         simt: kernel launch: no block\n         is so large\n",
                     "         my own line, which has its own length\n"}) == "");
}
