// See stubs.hpp.
#include "common/course/stubs.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/testing/process.hpp"

namespace course {
namespace {

constexpr double kGitLimit = 60;  // seconds

// The output of a command of git for an exercise; throws std::runtime_error, with the sentence, if it fails.
std::string git(const std::string& id, std::vector<std::string> arguments, const std::string& sentence) {
    const std::string log = "build/check/" + id + ".git";
    std::filesystem::create_directories("build/check");
    arguments.insert(arguments.begin(), "git");
    const testing::Ending ending = testing::run_process(arguments, log, kGitLimit);
    if (ending.exit_code != 0 || ending.signal != 0) throw std::runtime_error(sentence);
    return testing::read_text(log);
}

constexpr const char* kNames = "exercises/stubs.txt";

// Empty if the file has no line for the exercise.
std::string name_of_stub(const std::string& id) {
    std::ifstream file(kNames);
    for (std::string its_id, name; file >> its_id >> name;)
        if (its_id == id) return name;
    return "";
}

// The first of FILE.1, FILE.2, … that is not there yet.
std::string free_name(const std::string& file) {
    for (int number = 1;; ++number) {
        const std::string name = file + "." + std::to_string(number);
        if (!std::filesystem::exists(name)) return name;
    }
}

}  // namespace

std::string original_stub(const Exercise& exercise) {
    if (!exercise.stub.empty()) return testing::read_text(exercise.stub);
    const std::string name = name_of_stub(exercise.id);
    if (name.empty())
        throw std::runtime_error(std::string(kNames) + " has no line for " + exercise.id +
                                 ". make verify EX=" + exercise.id +
                                 " PAGES=write writes it, from the stub.");
    return git(exercise.id, {"cat-file", "blob", name},
               "git does not have the stub of " + exercise.id + ": nothing was changed. " + exercise.answer +
                   " of a fresh clone, or of the archive that you unpacked, is the stub.");
}

std::string reset(const Exercise& exercise) {
    const std::string stub = original_stub(exercise);
    std::string said;
    if (std::filesystem::exists(exercise.answer)) {
        if (testing::read_text(exercise.answer) == stub)
            return exercise.answer + " is the stub: nothing to do.\n";
        const std::string kept = free_name(exercise.answer);
        std::filesystem::rename(exercise.answer, kept);
        said = "Your file is now " + kept + "\n";
    }
    if (!(std::ofstream(exercise.answer) << stub))
        throw std::runtime_error(exercise.answer + " cannot be written.");
    return said + exercise.answer + " is the stub again.\n";
}

std::string stub_line(const Exercise& exercise) {
    return exercise.id + " " +
           git(exercise.id, {"hash-object", exercise.answer}, "git cannot read " + exercise.answer + ".");
}

void write_stub_lines(const std::vector<Exercise>& chosen, const std::vector<Exercise>& all) {
    std::string lines;
    for (const Exercise& exercise : all) {
        const std::string name = find_in(chosen, exercise.id) ? "" : name_of_stub(exercise.id);
        lines += name.empty() ? stub_line(exercise) : exercise.id + " " + name + "\n";
    }
    std::ofstream(kNames) << lines;
}

}  // namespace course
