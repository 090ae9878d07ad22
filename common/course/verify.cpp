// See verify.hpp.
#include "common/course/verify.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/course/in_order.hpp"
#include "common/course/judge.hpp"
#include "common/course/share.hpp"
#include "common/course/stubs.hpp"
#include "common/ladder/marked_page.hpp"
#include "common/terminal/progress.hpp"
#include "common/testing/process.hpp"

namespace course {
namespace {

constexpr std::size_t kFewestWrong = 3;

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The outcome of build/check/02.1.VARIANT. Everything runs on the emulator, even on a machine with a GPU, since most
// claims are about counts.
Outcome outcome_of(const Exercise& exercise, const std::string& variant, const std::string& source) {
    return judge({source, "build/check/" + exercise.id + "." + variant}, "emulator");
}

// Checks the stub and compares the output with the page.
std::string stub_objection(const Exercise& exercise, bool write_page) {
    const Outcome outcome = outcome_of(exercise, "stub", exercise.answer);
    const std::string text = text_of(exercise, exercise.answer, outcome, Failures::kFirst);
    if (!outcome.compiler_errors.empty()) return text;
    if (outcome.passed())
        return "It passes: there is nothing to do. If it is your own answer, git checkout brings the stub "
               "back.";
    const bool in_git = std::filesystem::exists(".git");
    if (!write_page && in_git &&
        testing::read_text("exercises/stubs.txt").find(stub_line(exercise)) == std::string::npos)
        return "exercises/stubs.txt names another stub, which make reset would bring back (make verify "
               "PAGES=write writes it).";
    const std::string page = testing::read_text(exercise.page());
    const std::string right_page = page_with(page, text);
    if (write_page) std::ofstream(exercise.page()) << right_page;
    if (write_page || page == right_page) return "";
    return "The page shows something else (make verify PAGES=write puts it there):\n" + text;
}

std::string solution_objection(const Exercise& exercise) {
    const Outcome outcome = outcome_of(exercise, "solution", exercise.solution);
    if (outcome.passed() && outcome.verdict.skipped == 0) return "";
    return text_of(exercise, exercise.solution, outcome, Failures::kAll);
}

std::string wrong_objection(const Exercise& exercise, const std::string& patch) {
    const Outcome outcome = outcome_of(exercise, std::filesystem::path(patch).stem(), patch);
    const std::string text = text_of(exercise, patch, outcome, Failures::kAll);
    if (outcome.passed()) return "It passes.";
    std::ifstream file(patch);
    std::string first_line;
    std::getline(file, first_line);
    const std::string objection = objection_to(first_line, text);
    return objection.empty() ? "" : objection + "\n" + text;
}

// Points for tests that the stub passes anyway would be points for nothing. What a grader does, the program's runs do here.
std::string points_objection(const Exercise& exercise) {
    const std::vector<TestResult> stub = outcome_of(exercise, "stub", exercise.answer).tests,
                                  solution = outcome_of(exercise, "solution", exercise.solution).tests;
    if (share_earned(stub, stub, solution) != 0) return "The untouched stub earns points.";
    return share_earned(solution, stub, solution) == 1 ? ""
                                                       : "The reference solution does not earn all points.";
}

struct Task {
    std::string sentence;
    std::function<std::string()> objection;
};

void add_tasks(const Exercise& exercise, bool write_pages, std::vector<Task>& tasks) {
    tasks.push_back({exercise.id + " the stub fails as its page shows",
                     [&exercise, write_pages] { return stub_objection(exercise, write_pages); }});
    if (write_pages) return;
    tasks.push_back(
        {exercise.id + " has hints, and wrong answers to be found out", [&exercise]() -> std::string {
             if (exercise.hints.empty()) return "There is no hints.md with a section \"## Hint 1\".";
             if (exercise.wrong.size() >= kFewestWrong) return "";
             return "The solution's folder has " + std::to_string(exercise.wrong.size()) +
                    " files wrong/NAME.diff; it needs at least " + std::to_string(kFewestWrong) + ".";
         }});
    tasks.push_back({exercise.id + " the reference solution passes",
                     [&exercise] { return solution_objection(exercise); }});
    tasks.push_back({exercise.id + " the stub earns no points, the reference solution all",
                     [&exercise] { return points_objection(exercise); }});
    for (const std::string& patch : exercise.wrong) {
        tasks.push_back(
            {exercise.id + " " + std::filesystem::path(patch).stem().string() + " fails as it should",
             [&exercise, &patch] { return wrong_objection(exercise, patch); }});
    }
}

}  // namespace

std::string objection_to(const std::string& first_line, const std::string& text) {
    const std::string opening = "fails: ";
    const std::size_t bar = first_line.find(" | ");
    if (!first_line.starts_with(opening) || bar == std::string::npos)
        return "Its first line should be: fails: name of a test | words below it";
    const std::string test = trimmed(first_line.substr(opening.size(), bar - opening.size()));
    const std::string words = trimmed(first_line.substr(bar + 3));
    std::istringstream lines(text);
    std::string failure;  // the failed test and the text below it, on one line
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(" ")) inside = line.starts_with("FAILED   " + test);
        if (inside) failure += " " + trimmed(line);
    }
    if (failure.empty()) return "The test \"" + test + "\" should fail.";
    if (failure.find(words) == std::string::npos)
        return "Below the test \"" + test + "\" there should be \"" + words + "\".";
    return "";
}

std::string page_with(const std::string& page, const std::string& text) {
    bool found = false;
    const std::string result =
        ladder::with_tables(page, [&](const std::string& name) -> std::optional<std::string> {
            if (name != "unsolved") return std::nullopt;
            found = true;
            return "```text\n" + text + "```";
        });
    if (!found)
        throw std::runtime_error(
            "The page has no place for it. Add two lines, <!-- table:unsolved begin --> and "
            "<!-- table:unsolved end -->; make verify PAGES=write fills in what stands between them.");
    return result;
}

void verify(const std::vector<Exercise>& exercises, unsigned jobs, bool write_pages,
            const std::function<void(const Claim&)>& report) {
    std::vector<Task> tasks;
    for (const Exercise& exercise : exercises) add_tasks(exercise, write_pages, tasks);
    std::vector<Claim> claims(tasks.size());
    const auto prove = [&](std::size_t i) {
        claims[i].sentence = tasks[i].sentence;
        try {
            claims[i].objection = tasks[i].objection();
        } catch (const std::exception& error) {
            claims[i].objection = error.what();
        }
    };
    terminal::CountedWork progress(STDERR_FILENO, "claims", tasks.size());
    const auto prove_one = [&](std::size_t i) {
        prove(i);
        progress.one_is_done();
    };
    in_order(tasks.size(), jobs, prove_one,
             [&](std::size_t i) { progress.write([&] { report(claims[i]); }); });
}

}  // namespace course
