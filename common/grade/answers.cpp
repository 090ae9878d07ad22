// See answers.hpp.
#include "common/grade/answers.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

#include "common/grade/sha256.hpp"
#include "common/grade/slurm.hpp"
#include "common/grade/text.hpp"
#include "common/grade/workers.hpp"
#include "common/terminal/progress.hpp"
#include "common/testing/process.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

// The lines of parameters.txt for an exercise; most have none.
std::string lines_of(const course::Exercise& exercise, const std::string& parameters) {
    std::istringstream all(parameters);
    std::string lines;
    for (std::string line; std::getline(all, line);)
        if (line.starts_with(exercise.id + " ")) lines += line + "\n";
    return lines;
}

}  // namespace

std::vector<std::string> hidden_folders(const Options& options) {
    std::vector<std::string> folders = {fs::current_path(), fs::absolute(options.submissions),
                                        fs::absolute(options.grades)};
    if (const char* const home = std::getenv("HOME")) folders.push_back(home);
    return folders;
}

Answers::Answers(const Options& options, std::uint64_t seed)
    : options_(options),
      seed_(seed),
      common_(sha256(testing::read_text("/proc/self/exe")) +
              sha256(testing::read_text("build/grade/settings"))) {}

std::string Answers::add(const course::Exercise& exercise, const std::string& text,
                         const std::string& all_parameters) {
    const std::string hash = sha256(text), parameters = lines_of(exercise, all_parameters);
    const std::string key =
        sha256(exercise.id + " " + hash + " " + harness_of(exercise) + " " + common_ + " " +
               sha256(parameters) + " " + std::to_string(seed_) +
               (options_.isolated ? " isolated " : " not isolated ") + std::to_string(options_.seconds));
    if (!seen_.insert(key).second) return key;
    if (auto result = read_result(path_of(key)))
        results_.emplace(key, std::move(*result));
    else
        todo_.push_back({key, options_.grades + "/work/" + key, exercise.id, hash, options_.isolated, seed_,
                         hidden_folders(options_), parameters, options_.seconds}),
            texts_.push_back(text);
    return key;
}

void Answers::grade_all(const std::vector<course::Exercise>& exercises) {
    const std::string work = options_.grades + "/work";
    end_left_job(work);
    fs::remove_all(work);
    fs::create_directories(options_.grades + "/results");
    std::vector<std::string> folders, keys;
    for (std::size_t i = 0; i < todo_.size(); ++i) {
        write_job(todo_[i], *course::find_in(exercises, todo_[i].exercise), texts_[i]);
        folders.push_back(todo_[i].folder);
        keys.push_back(todo_[i].key);
    }
    terminal::CountedWork progress(STDERR_FILENO, "answers", todo_.size());
    const auto ready = [&](std::size_t i) { return fs::exists(path_of(keys[i])); };
    const auto done = [&](std::size_t i) {
        if (auto result = read_result(path_of(keys[i])))
            results_.emplace(keys[i], std::move(*result));
        else
            failures_[keys[i]] =
                printable(testing::read_text(folders[i] + "/log").substr(0, kOutputKept), Keep::kLines);
        std::error_code ignored;  // the program of a task on another machine may be about to end
        fs::remove_all(folders[i], ignored);
        progress.one_is_done();
    };
    if (options_.slurm)
        run_on_slurm(keys, work, ready, done);
    else
        run_workers(folders, options_.jobs, done);
    fs::remove_all(work);
}

const Result* Answers::result(const std::string& key) const {
    const auto found = results_.find(key);
    return found == results_.end() ? nullptr : &found->second;
}

std::string Answers::failure(const std::string& key) const {
    const auto found = failures_.find(key);
    return found == failures_.end() ? "" : found->second;
}

std::string Answers::path_of(const std::string& key) const {
    return options_.grades + "/results/" + key + ".json";
}

const std::string& Answers::harness_of(const course::Exercise& exercise) {
    std::string& hash = harnesses_[exercise.id];
    if (hash.empty()) {
        for (const std::string& part : parts_of_harness(exercise)) hash += sha256(testing::read_text(part));
        hash = sha256(hash);
    }
    return hash;
}

}  // namespace grade
