// See outcome.hpp.
#include "common/course/outcome.hpp"

#include <csignal>
#include <sstream>

#include "common/grading/device.hpp"
#include "common/testing/record.hpp"

namespace course {
namespace {

constexpr std::size_t kMargin = 9;  // "skipped" and two spaces
constexpr std::size_t kWidth = 100 - kMargin;
constexpr std::size_t kPrintedShown = 20;  // lines

// The line broken at spaces into lines of at most kWidth columns; a longer word stays whole.
std::string wrapped(const std::string& line) {
    std::string result;
    std::size_t column = 0;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        const bool breaks = column > 0 && column + 1 + word.size() > kWidth;
        if (column > 0) result += breaks ? '\n' : ' ';
        column = (breaks || column == 0 ? 0 : column + 1) + word.size();
        result += word;
    }
    return result;
}

// A message below its test. Sentences are wrapped; indented lines are code or tables and stay as they are.
std::string below_test(const std::string& message) {
    std::string sentences, result;
    std::istringstream all(message);
    for (std::string line; std::getline(all, line);)
        sentences += (line.starts_with(" ") ? line : wrapped(line)) + "\n";
    std::istringstream lines(sentences);
    for (std::string line; std::getline(lines, line);) result += std::string(kMargin, ' ') + line + "\n";
    return result;
}

std::string text_of(const TestResult& test) {
    std::string text = test.status == "failed" ? "FAILED" : test.status;
    text.resize(kMargin, ' ');
    text += test.name + "\n";
    for (const std::string& message : test.messages) text += below_test(message);
    return text;
}

// The program's output: its first lines, and the path of the rest.
std::string text_of_printed(const Outcome& outcome) {
    if (outcome.printed.empty()) return "";
    std::string text = "The program printed:\n";
    std::istringstream lines(outcome.printed);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("simt: launch ")) continue;  // reported below its test
        if (++count <= kPrintedShown) text += std::string(kMargin, ' ') + line + "\n";
    }
    if (count == 0) return "";
    if (count > kPrintedShown)
        text += "and more, in " + outcome.log + ": these were the first " + std::to_string(kPrintedShown) +
                " lines.\n";
    return text;
}

// The likely cause of such an end, for someone who has just written a kernel.
std::string advice(const testing::Ending& ending) {
    if (ending.timed_out) return " Is there a loop that does not end?";
    if (ending.signal == SIGXCPU)
        return " For 10 s of CPU time the host called nothing of the CUDA runtime, launched nothing and "
               "printed "
               "nothing. Look for a loop on the host whose condition never becomes false.";
    if (ending.signal == SIGFPE) return " The host divided an integer by zero.";
    if (ending.signal == SIGSEGV)
        return " The host used an address that is not its own: one outside an array, or one of the device.";
    return "";
}

std::string tests(int count) { return std::to_string(count) + (count == 1 ? " test" : " tests"); }

// The tests that a GPU skips: "Counts not graded: one, two; DEVICE=emulator make check EX=02.1 grades them."
std::string not_graded(const Exercise& exercise, const Outcome& outcome) {
    std::string names;
    for (const TestResult& test : outcome.tests)
        if (test.status == "skipped" && test.messages[0] == grading::kCountedElsewhere)
            names += (names.empty() ? "" : ", ") + test.name;
    if (names.empty()) return "";
    return "Counts not graded: " + names + "; DEVICE=emulator make check EX=" + exercise.id +
           " grades them.\n";
}

// The last lines: the state of the exercise, and the one command to type next.
std::string conclusion(const Exercise& exercise, const Outcome& outcome, bool left_out) {
    const testing::Verdict& verdict = outcome.verdict;
    const int all = verdict.passed + verdict.failed + verdict.skipped;
    const std::string more = left_out ? " (ALL=1 shows them all)" : "";
    const std::string next = "Next: make hint EX=" + exercise.id + "\n";
    if (!verdict.errors.empty()) return "Not solved yet" + more + ".\n" + next;
    if (verdict.failed > 0)
        return "Not solved yet: " + std::to_string(verdict.failed) + " of " + tests(all) + " failed" + more +
               ".\n" + not_graded(exercise, outcome) + next;
    if (verdict.skipped > 0)
        return std::to_string(verdict.passed) + " of " + tests(all) + " passed, " +
               std::to_string(verdict.skipped) + " skipped.\n" + not_graded(exercise, outcome);
    return "Solved.\n";
}

}  // namespace

Outcome read_outcome(std::string_view record, const testing::Ending& ending) {
    Outcome outcome;
    outcome.verdict = testing::judge_record(record, ending);
    for (std::string& error : outcome.verdict.errors) error += advice(ending);
    for (const testing::Record::Test& test : testing::read_record(record).tests) {
        outcome.tests.push_back({test.name, test.status, test.messages});
        if (test.status == "skipped") outcome.tests.back().messages.push_back(test.reason);
    }
    return outcome;
}

std::string text_of(const Exercise& exercise, const std::string& source, const Outcome& outcome,
                    Failures failures) {
    std::string text = "Exercise " + exercise.id + ": " + exercise.title + "\nfile  " + source + "\npage  " +
                       exercise.page() + "\n\n";
    if (!outcome.compiler_errors.empty())
        return text + "It does not compile:\n\n" + outcome.compiler_errors +
               "\nNot solved yet: nothing was run.\nNext, when that is mended: make check EX=" + exercise.id +
               "\n";
    std::vector<TestResult> tests = outcome.tests;
    for (const std::string& error : outcome.verdict.errors)
        tests.push_back({"the program did not reach its end as it should", "failed", {error}});
    const bool any_failed = outcome.verdict.failed > 0;
    bool shown = false, left_out = false;
    for (const TestResult& test : tests) {
        const bool failed = test.status == "failed";
        // After a failure, what was not judged says nothing new.
        if (failures == Failures::kFirst && any_failed && test.status != "passed" && (shown || !failed)) {
            left_out = left_out || failed;
            continue;
        }
        shown = shown || failed;
        text += text_of(test);
    }
    return text + text_of_printed(outcome) + conclusion(exercise, outcome, left_out);
}

}  // namespace course
