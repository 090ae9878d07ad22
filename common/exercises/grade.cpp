// See grade.hpp.
#include "common/exercises/grade.hpp"

#include <unistd.h>

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "common/exercises/build.hpp"
#include "common/exercises/judge.hpp"
#include "common/ladder/csv.hpp"

namespace exercises {
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
};

Graded graded(const Answer& answer, const std::string& device) {
    Outcome outcome;
    if (std::filesystem::is_regular_file(answer.source))
        outcome = judge(answer, device);
    else
        outcome.compiler_errors = "there is no such file";
    return {grade_row(answer.source, outcome), outcome.passed() && outcome.verdict.skipped == 0};
}

// The folders in which answers are built, of this process alone; gone when they are graded.
class Folders {
  public:
    explicit Folders(const std::string& id)
        : begin_("build/check/" + id + ".grade-" + std::to_string(getpid()) + ".") {}
    ~Folders() {
        std::error_code ignored;  // they are in the way of nothing
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
    std::mutex mutex;
    std::condition_variable done;
    std::vector<std::optional<Graded>> results(files.size());
    std::exception_ptr error;
    std::size_t next = 0, solved = 0;
    const auto work_through = [&] {
        std::unique_lock lock(mutex);
        while (next < files.size() && !error) {
            const std::size_t file = next++;
            lock.unlock();
            std::optional<Graded> result;
            std::exception_ptr problem;
            try {
                result = graded(answers[file], device);
            } catch (...) {
                problem = std::current_exception();
            }
            lock.lock();
            results[file] = result;
            if (problem) error = problem;
            done.notify_all();
        }
    };
    std::vector<std::jthread> workers;
    for (unsigned job = 0; job < jobs; ++job) workers.emplace_back(work_through);
    for (const std::optional<Graded>& result : results) {
        std::unique_lock lock(mutex);
        done.wait(lock, [&] { return result || error; });
        if (error) std::rethrow_exception(error);
        lock.unlock();
        report(result->row);
        solved += result->solved;
    }
    return solved;
}

}  // namespace exercises
