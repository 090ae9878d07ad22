// See outcome.hpp.
#include "common/course/outcome.hpp"

#include <csignal>
#include <sstream>

#include "common/course/terminal_text.hpp"
#include "common/grading/device.hpp"
#include "common/testing/record.hpp"

namespace course {
namespace {

constexpr std::size_t kMargin = 9;         // "skipped" and two spaces
constexpr std::size_t kPrintedShown = 20;  // lines

// The rows of the emulator's findings that are prose: "  what to do  Compare the index …".
constexpr std::size_t kLabel = 14;  // columns
bool is_advice(const std::string& line) {
    return line.starts_with("  what to do  ") || line.starts_with("  what now    ") ||
           line.starts_with("  on a GPU    ") || line.starts_with("  also        ");
}
bool goes_on(const std::string& line) { return line.find_first_not_of(' ') == kLabel; }

std::string indented(const std::string& lines, std::size_t columns) {
    std::string result;
    std::istringstream all(lines);
    for (std::string line; std::getline(all, line);) result += std::string(columns, ' ') + line + "\n";
    return result;
}

// A message below its test. Sentences and advice are wrapped; other indented lines are code or tables and stay as they
// are.
std::string below_test(const std::string& message, std::size_t width) {
    std::vector<std::string> lines;  // an advice's further lines are appended to its first
    std::istringstream all(message);
    for (std::string line; std::getline(all, line);) {
        if (!lines.empty() && is_advice(lines.back()) && goes_on(line))
            lines.back() += line.substr(kLabel - 1);
        else
            lines.push_back(line);
    }
    std::string result;
    for (const std::string& line : lines) {
        if (is_advice(line))
            result += line.substr(0, kLabel) +
                      indented(wrapped(line.substr(kLabel), width - kMargin - kLabel), kLabel).substr(kLabel);
        else
            result += (line.starts_with(" ") ? line : wrapped(line, width - kMargin)) + "\n";
    }
    return indented(result, kMargin);
}

std::string text_of(const TestResult& test, std::size_t width) {
    std::string text = test.status == "failed" ? "FAILED" : test.status;
    text.resize(kMargin, ' ');
    text += test.name + "\n";
    for (const std::string& message : test.messages) text += below_test(message, width);
    return text;
}

// The program's output: its first lines, and the path of the rest. Only the emulator's lines are wrapped.
std::string text_of_printed(const Outcome& outcome, std::size_t width) {
    if (outcome.printed.empty()) return "";
    std::string text = "The program printed:\n";
    std::istringstream lines(outcome.printed);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("simt: launch ")) continue;  // reported below its test
        if (++count <= kPrintedShown)
            text += line.starts_with("simt: ") ? below_test(line, width)
                                               : std::string(kMargin, ' ') + line + "\n";
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
    const testing::Record read = testing::read_record(record);
    outcome.seed = read.seed;
    for (const testing::Record::Test& test : read.tests) {
        outcome.tests.push_back({test.name, test.status, test.messages, test.of_counts});
        if (test.status == "skipped") outcome.tests.back().messages.push_back(test.reason);
    }
    return outcome;
}

std::string text_of(const Exercise& exercise, const std::string& source, const Outcome& outcome,
                    Failures failures, std::size_t width) {
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
        text += text_of(test, width);
    }
    const std::string drawn = outcome.seed.empty() ? ""
                                                   : "Sizes and data were drawn from seed " + outcome.seed +
                                                         ": make check EX=" + exercise.id +
                                                         " SEED=" + outcome.seed + " repeats them.\n";
    return text + text_of_printed(outcome, width) + drawn + conclusion(exercise, outcome, left_out);
}

}  // namespace course
