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

std::string name_of_stub(const std::string& id) {
    std::ifstream file("exercises/stubs.txt");
    for (std::string its_id, name; file >> its_id >> name;)
        if (its_id == id) return name;
    throw std::runtime_error("exercises/stubs.txt has no line for " + id + ". make verify EX=" + id +
                             " PAGES=write writes it, from the stub.");
}

// The first of FILE.1, FILE.2, … that is not there yet.
std::string free_name(const std::string& file) {
    for (int number = 1;; ++number) {
        const std::string name = file + "." + std::to_string(number);
        if (!std::filesystem::exists(name)) return name;
    }
}

}  // namespace

std::string reset(const Exercise& exercise) {
    const std::string stub =
        git(exercise.id, {"cat-file", "blob", name_of_stub(exercise.id)},
            "git does not have the stub of " + exercise.id + ": nothing was changed. " + exercise.answer +
                " of a fresh clone, or of the archive that you unpacked, is the stub.");
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

std::string stub_names(const std::vector<Exercise>& exercises) {
    std::string lines;
    for (const Exercise& exercise : exercises)
        lines +=
            exercise.id + " " +
            git(exercise.id, {"hash-object", exercise.answer}, "git cannot read " + exercise.answer + ".");
    return lines;
}

}  // namespace course
