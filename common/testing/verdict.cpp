// Judges test programs by their records; verdict.hpp explains why nothing else is trusted.
#include "common/testing/verdict.hpp"

#include <cstring>

#include "common/testing/record.hpp"

namespace testing {
namespace {

constexpr int kSkipExitCode = 77;  // automake's convention for "this test does not apply here"

// "was killed by a signal (Segmentation fault)", "ended with exit code 3", …
std::string describe(const Ending& ending) {
    if (ending.timed_out)
        return "was still running after " + std::to_string(static_cast<int>(ending.seconds)) +
               " s and was stopped";
    if (ending.signal) return std::string("was killed by a signal (") + strsignal(ending.signal) + ")";
    return "ended with exit code " + std::to_string(ending.exit_code);
}

}  // namespace

Verdict judge_record(std::string_view text, const Ending& ending) {
    const Record record = read_record(text);
    Verdict verdict;
    for (const Record::Test& test : record.tests) {
        ++(test.status == "passed"   ? verdict.passed
           : test.status == "failed" ? verdict.failed
                                     : verdict.skipped);
        if (test.status == "skipped") verdict.skips.push_back(test.name + ": " + test.reason);
    }
    const auto fail = [&](const std::string& sentence) {
        ++verdict.failed;
        verdict.errors.push_back(sentence);
    };
    if (record.unreadable) {
        fail("The record has a line that cannot be read (" + *record.unreadable + ").");
    } else if (!record.closed) {
        const std::string where = !record.open_test.empty() ? "in the test \"" + record.open_test + "\""
                                  : !record.tests.empty()
                                      ? "after the test \"" + record.tests.back().name + "\""
                                      : "before its first test";
        fail("It " + describe(ending) + ", " + where + "; the tests after it never ran.");
    } else if (record.passed != verdict.passed || record.failed != verdict.failed ||
               record.skipped != verdict.skipped) {
        fail("The record's closing line does not agree with its tests.");
    } else if (verdict.passed + verdict.failed + verdict.skipped == 0) {
        fail("It holds no tests.");
    } else if (verdict.failed == 0 && (ending.exit_code != 0 || ending.signal != 0 || ending.timed_out)) {
        fail("Its tests passed, but then it " + describe(ending) + ".");
    }
    return verdict;
}

Verdict judge_script(std::string_view output, const Ending& ending) {
    Verdict verdict;
    const bool ended = ending.signal == 0 && !ending.timed_out;
    if (ended && ending.exit_code == 0) {
        verdict.passed = 1;
    } else if (ended && ending.exit_code == kSkipExitCode) {
        verdict.skipped = 1;
        while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
        verdict.skips.emplace_back(output.substr(output.rfind('\n') + 1));  // npos + 1 is 0: the only line
    } else {
        verdict.failed = 1;
        verdict.errors.push_back("It " + describe(ending) + ".");
    }
    return verdict;
}

std::string summary_line(const Verdict& total) {
    std::string line = std::to_string(total.passed) + " passed, " + std::to_string(total.failed) + " failed";
    if (total.skipped > 0) line += ", " + std::to_string(total.skipped) + " skipped";
    return line;
}

}  // namespace testing
