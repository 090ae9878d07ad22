// See grade.hpp.
#include "common/course/grade.hpp"

#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "common/course/build.hpp"
#include "common/course/in_order.hpp"
#include "common/course/judge.hpp"
#include "common/ladder/csv.hpp"
#include "common/terminal/progress.hpp"

namespace course {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string first_failure(const Outcome& outcome) {
    if (!outcome.compiler_errors.empty()) return "does not compile: " + first_line(outcome.compiler_errors);
    for (const TestResult& test : outcome.tests)
        if (test.status == "failed")
            return test.name + (test.messages.empty() ? "" : ": " + first_line(test.messages[0]));
    return outcome.verdict.errors.empty() ? "" : first_line(outcome.verdict.errors[0]);
}

struct Graded {
    std::string row;
    bool solved = false;
    std::string problem = "";  // if set, nothing can be graded
};

Graded graded(const Answer& answer, const std::string& device) {
    Outcome outcome;
    try {
        if (std::filesystem::is_regular_file(answer.source))
            outcome = judge(answer, device);
        else
            outcome.compiler_errors = "there is no such file";
    } catch (const std::exception& error) {
        return {"", false, error.what()};
    }
    return {grade_row(answer.source, outcome), outcome.passed() && outcome.verdict.skipped == 0};
}

// The folders in which this process builds the answers; deleted after grading.
class Folders {
  public:
    explicit Folders(const std::string& id)
        : begin_("build/check/" + id + ".grade-" + std::to_string(getpid()) + ".") {}
    ~Folders() {
        std::error_code ignored;  // folders that stay do no harm
        for (std::size_t k = 0; k < count_; ++k)
            std::filesystem::remove_all(begin_ + std::to_string(k), ignored);
    }
    Folders(const Folders&) = delete;
    Folders& operator=(const Folders&) = delete;

    std::string next() { return begin_ + std::to_string(count_++); }

  private:
    std::string begin_;
    std::size_t count_ = 0;
};

}  // namespace

std::string grade_header() { return "file,solved,passed,failed,skipped,first failure\n"; }

std::string grade_row(const std::string& file, const Outcome& outcome) {
    const testing::Verdict& verdict = outcome.verdict;
    const char* const solved = !outcome.passed() ? "no" : verdict.skipped > 0 ? "not judged" : "yes";
    return ladder::csv_line({file, solved, std::to_string(verdict.passed), std::to_string(verdict.failed),
                             std::to_string(verdict.skipped), first_failure(outcome)});
}

std::size_t grade(const Exercise& exercise, const std::vector<std::string>& files, unsigned jobs,
                  const std::function<void(const std::string&)>& report) {
    Folders folders(exercise.id);
    std::vector<Answer> answers;
    std::vector<std::string> programs;
    for (const std::string& file : files) {
        answers.push_back({file, folders.next()});
        if (std::filesystem::is_regular_file(file))
            programs.push_back(place_answer(file, answers.back().folder));
    }
    if (!programs.empty() && !build(exercise, programs, jobs))
        throw std::runtime_error("make failed: nothing was graded.");
    const std::string device = programs.empty() ? "" : device_built_for();
    std::vector<Graded> results(files.size());
    std::size_t solved = 0;
    terminal::CountedWork progress(STDERR_FILENO, "answers", files.size());
    const auto judge_one = [&](std::size_t i) {
        results[i] = graded(answers[i], device);
        progress.one_is_done();
    };
    in_order(files.size(), jobs, judge_one, [&](std::size_t i) {
        if (!results[i].problem.empty()) throw std::runtime_error(results[i].problem);
        progress.write([&] { report(results[i].row); });
        solved += results[i].solved;
    });
    return solved;
}

}  // namespace course
