// Judges test programs by their records; verdict.hpp says why it trusts nothing else.
#include "common/testing/verdict.hpp"

#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

namespace testing {
namespace {

using nlohmann::json;

constexpr int kSkipExitCode = 77;  // automake's convention for "this test does not apply here"

// "was killed by a signal (Segmentation fault)", "ended with exit code 3", …
std::string describe(const Ending& ending) {
    if (ending.timed_out)
        return "was still running after " + std::to_string(static_cast<int>(ending.seconds)) +
               " s and was stopped";
    if (ending.signal) return std::string("was killed by a signal (") + strsignal(ending.signal) + ")";
    return "ended with exit code " + std::to_string(ending.exit_code);
}

// Where a run stood when its record stopped.
struct Progress {
    std::string open_test;  // begun and not ended
    std::string last_test;
    bool closed = false;
    int passed = 0, failed = 0, skipped = 0;  // as the closing line has them
};

void read_line(const json& line, Progress& progress, Verdict& verdict) {
    const std::string event = line.at("event");
    if (event == "begin") {
        progress.open_test = line.at("name");
    } else if (event == "test") {
        const std::string status = line.at("status");
        progress.last_test = line.at("name");
        progress.open_test.clear();
        if (status == "passed")
            ++verdict.passed;
        else if (status == "failed")
            ++verdict.failed;
        else if (status == "skipped") {
            ++verdict.skipped;
            verdict.skips.push_back(progress.last_test + ": " + line.at("reason").get<std::string>());
        } else
            throw std::runtime_error("status " + status);
    } else if (event == "end") {
        progress.closed = true;
        progress.passed = line.at("passed");
        progress.failed = line.at("failed");
        progress.skipped = line.at("skipped");
    } else
        throw std::runtime_error("event " + event);
}

}  // namespace

Verdict judge_record(std::string_view record, const Ending& ending) {
    Verdict verdict;
    Progress progress;
    const auto fail = [&](const std::string& sentence) {
        ++verdict.failed;
        verdict.errors.push_back(sentence);
    };
    std::istringstream lines{std::string(record)};
    for (std::string text; std::getline(lines, text);) {
        try {
            read_line(json::parse(text), progress, verdict);
        } catch (const std::exception& error) {
            fail("The record has a line that cannot be read (" + std::string(error.what()) + ").");
            return verdict;
        }
    }
    if (!progress.closed) {
        const std::string where = !progress.open_test.empty() ? "in the test \"" + progress.open_test + "\""
                                  : !progress.last_test.empty()
                                      ? "after the test \"" + progress.last_test + "\""
                                      : "before its first test";
        fail("It " + describe(ending) + ", " + where + "; the tests after it never ran.");
    } else if (progress.passed != verdict.passed || progress.failed != verdict.failed ||
               progress.skipped != verdict.skipped) {
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
