// The test runner with a program that misbehaves (programs/misbehaving.cpp): nothing it does may look like success.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <string>

#include "common/testing/process.hpp"
#include "common/testing/temporary_folder.hpp"
#include "common/testing/verdict.hpp"
#include "common/testing/words.hpp"

namespace {

// Runs the test of this name as the runner would.
testing::Verdict run_test(const std::string& name, double limit_seconds = 60) {
    const testing::TemporaryFolder work;
    const testing::Ending ending = testing::run_process(
        {"build/test/programs/misbehaving", "--test-case=" + name, "--record=" + (work / "record")},
        work / "log", limit_seconds);
    return testing::judge_record(testing::read_text(work / "record"), ending);
}

bool mentions(const testing::Verdict& verdict, const std::string& text) {
    return std::ranges::any_of(verdict.errors,
                               [&](const std::string& error) { return testing::contains(error, text); });
}

}  // namespace

TEST_CASE("a test that passes counts once") {
    const testing::Verdict verdict = run_test("passes");
    CHECK(testing::summary_line(verdict) == "1 passed, 0 failed");
    CHECK(verdict.errors.empty());
}

TEST_CASE("a test with two failed assertions counts as one failure") {
    CHECK(testing::summary_line(run_test("fails twice")) == "0 passed, 1 failed");
}

TEST_CASE("an exception is a failure") {
    CHECK(testing::summary_line(run_test("throws")) == "0 passed, 1 failed");
}

TEST_CASE("a crash is a failure that names the test and the signal") {
    const testing::Verdict verdict = run_test("crashes");
    CHECK(testing::summary_line(verdict) == "0 passed, 1 failed");
    CHECK(mentions(verdict, "\"crashes\""));
    CHECK(mentions(verdict, "Segmentation fault"));
}

TEST_CASE("exit(0) in a test is a failure, though the exit code is 0") {
    const testing::Verdict verdict = run_test("exits");
    CHECK(testing::summary_line(verdict) == "0 passed, 1 failed");
    CHECK(mentions(verdict, "in the test \"exits\""));
}

TEST_CASE("an exception on another thread is a failure") {
    CHECK(testing::summary_line(run_test("dies on another thread")) == "0 passed, 1 failed");
}

TEST_CASE("a test that hangs is stopped and counts as a failure") {
    const testing::Verdict verdict = run_test("hangs", 0.3);
    CHECK(testing::summary_line(verdict) == "0 passed, 1 failed");
    CHECK(mentions(verdict, "still running"));
}

TEST_CASE("what passed before a crash still counts") {
    CHECK(testing::summary_line(run_test("passes,crashes")) == "1 passed, 1 failed");
}

TEST_CASE("a skipped test says why") {
    const testing::Verdict verdict = run_test("does not apply");
    CHECK(testing::summary_line(verdict) == "0 passed, 0 failed, 1 skipped");
    REQUIRE(verdict.skips.size() == 1);
    CHECK(verdict.skips[0] == "does not apply: there is nothing to see here");
}

TEST_CASE("a failed assertion outweighs a skip") {
    CHECK(testing::summary_line(run_test("fails and then says it does not apply")) == "0 passed, 1 failed");
}

TEST_CASE("a test switched off in the source counts as skipped") {
    const testing::TemporaryFolder work;
    const testing::Ending ending = testing::run_process(
        {"build/test/programs/switched_off", "--record=" + (work / "record")}, work / "log", 60);
    const testing::Verdict verdict = testing::judge_record(testing::read_text(work / "record"), ending);
    CHECK(testing::summary_line(verdict) == "1 passed, 0 failed, 1 skipped");
}

TEST_CASE("a test that should have failed and did not is a failure") {
    CHECK(testing::summary_line(run_test("should fail and does not")) == "0 passed, 1 failed");
}

TEST_CASE("a program that runs no test is a failure") {
    const testing::Verdict verdict = run_test("no test has this name");
    CHECK(testing::summary_line(verdict) == "0 passed, 1 failed");
    CHECK(mentions(verdict, "no tests"));
}

TEST_CASE("a program that is not there is a failure") {
    const testing::TemporaryFolder work;
    const testing::Ending ending = testing::run_process({work / "nothing"}, work / "log", 10);
    CHECK(ending.exit_code == 127);
    CHECK(testing::judge_record("", ending).failed == 1);
    CHECK(testing::contains(testing::read_text(work / "log"), "cannot be started"));
}

TEST_CASE("a command that is out of time is killed with the commands it started") {
    const testing::TemporaryFolder work;
    const std::string pid_file = work / "pid";
    const testing::Ending ending =
        testing::run_process({"sh", "-c", "sleep 600 & echo $! > " + pid_file + "; wait"}, work / "log", 0.3);
    CHECK(ending.timed_out);
    CHECK(ending.signal == SIGKILL);
    pid_t sleeper = 0;
    std::ifstream(pid_file) >> sleeper;
    REQUIRE(sleeper > 0);
    // The orphan is gone, or a zombie that its new parent has not reaped yet; on a busy machine a signal takes a
    // while to arrive.
    const auto gone = [&] {
        const std::string stat = testing::read_text("/proc/" + std::to_string(sleeper) + "/stat");
        return stat.empty() || stat.find(") Z") != std::string::npos;
    };
    for (int tries = 0; tries < 1000 && !gone(); ++tries) usleep(10'000);
    CHECK(gone());
}

TEST_CASE("runs of tests in one folder wait for one another") {
    const testing::TemporaryFolder work;
    const std::string run = "build/run-tests --work " + (work / "inner") + " --scripts ";
    const std::string begun = work / "begun", said = work / "said";
    // The second starts when the first has started; the first ends when the second says that it is waiting.
    const testing::Ending ending = testing::run_process(
        {"sh", "-c",
         run + "'touch " + begun + "; until grep -qs waiting " + said + "; do sleep 0.01; done' &\n" +
             "until [ -e " + begun + " ]; do sleep 0.01; done\n" + run + "'echo broken; exit 3' >" + said +
             "\ncode=$?; wait $! && [ $code = 1 ]"},
        work / "log", 30);
    CHECK(!ending.timed_out);
    CHECK(ending.exit_code == 0);
    CHECK(testing::read_text(work / "said").ends_with("\n0 passed, 1 failed\n"));
}

TEST_CASE("the runner's last line is the sum, and its exit code says whether anything failed") {
    const testing::TemporaryFolder work;
    const std::string options = " --work " + (work / "inner") + " ";
    testing::Ending ending = testing::run_process(
        {"sh", "-c", "build/run-tests" + options + "--scripts 'exit 0' 'echo no need; exit 77'"},
        work / "log", 60);
    CHECK(ending.exit_code == 0);
    CHECK(testing::read_text(work / "log").ends_with("\n1 passed, 0 failed, 1 skipped\n"));

    ending = testing::run_process(
        {"sh", "-c", "build/run-tests" + options + "--scripts 'exit 0' 'echo broken; exit 3'"}, work / "log",
        60);
    CHECK(ending.exit_code == 1);
    CHECK(testing::read_text(work / "log").ends_with("\n1 passed, 1 failed\n"));
    CHECK(testing::contains(testing::read_text(work / "log"), "broken"));
}
