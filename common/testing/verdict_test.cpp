// The verdicts on misleading records, and on scripts.
#include "common/testing/verdict.hpp"

#include <doctest/doctest.h>

#include <string>

using testing::Ending;
using testing::judge_record;
using testing::judge_script;
using testing::summary_line;

namespace {

const std::string kPassed = "test\tpassed\tone\t0.1\t\n";
const std::string kClosed = "end\t1\t0\t0\n";

}  // namespace

TEST_CASE("a complete record of one passed test passes") {
    CHECK(summary_line(judge_record(kPassed + kClosed, {})) == "1 passed, 0 failed");
}

TEST_CASE("a record without its closing line fails") {
    CHECK(summary_line(judge_record(kPassed, {})) == "1 passed, 1 failed");
}

TEST_CASE("an empty record fails") { CHECK(summary_line(judge_record("", {})) == "0 passed, 1 failed"); }

TEST_CASE("a closing line that disagrees with the tests fails") {
    CHECK(summary_line(judge_record(kPassed + kPassed + kClosed, {})) == "2 passed, 1 failed");
}

TEST_CASE("a line cut short fails") {
    CHECK(summary_line(judge_record(kPassed + kClosed.substr(0, 5), {})) == "1 passed, 1 failed");
}

TEST_CASE("a bad ending after all tests passed fails") {
    Ending ending;
    SUBCASE("exit code") { ending.exit_code = 3; }
    SUBCASE("signal") { ending.signal = 11; }
    SUBCASE("time") { ending.timed_out = true; }
    CHECK(summary_line(judge_record(kPassed + kClosed, ending)) == "1 passed, 1 failed");
}

TEST_CASE("a script passes with 0, is skipped with 77, fails with anything else") {
    Ending ending;
    CHECK(summary_line(judge_script("", ending)) == "1 passed, 0 failed");
    ending.exit_code = 1;
    CHECK(summary_line(judge_script("", ending)) == "0 passed, 1 failed");
    ending.exit_code = 77;
    CHECK(summary_line(judge_script("", ending)) == "0 passed, 0 failed, 1 skipped");
    ending.signal = 9;
    CHECK(summary_line(judge_script("", ending)) == "0 passed, 1 failed");
}

TEST_CASE("a skipped script's reason is the last line it wrote") {
    Ending ending;
    ending.exit_code = 77;
    REQUIRE(judge_script("looking\nnot here\n", ending).skips.size() == 1);
    CHECK(judge_script("looking\nnot here\n", ending).skips[0] == "not here");
    CHECK(judge_script("not here", ending).skips[0] == "not here");
}

TEST_CASE("skipped tests are in the summary only when there are any") {
    testing::Verdict total;
    total.passed = 3;
    total.failed = 1;
    CHECK(summary_line(total) == "3 passed, 1 failed");
    total.skipped = 2;
    CHECK(summary_line(total) == "3 passed, 1 failed, 2 skipped");
}
