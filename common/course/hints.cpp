// See hints.hpp.
#include "common/course/hints.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace course {
namespace {

std::size_t shown_before(const std::string& memory) {
    std::size_t shown = 0;
    std::ifstream(memory) >> shown;
    return shown;
}

}  // namespace

std::string next_hint(const Exercise& exercise, const std::string& memory) {
    const std::size_t count = exercise.hints.size();
    const std::size_t shown = std::min(shown_before(memory), count);
    if (shown == count) {
        return "You have seen all " + std::to_string(count) + " hints for " + exercise.id + ". They are in " +
               exercise.folder + "/hints.md; make hint EX=" + exercise.id + " RESET=1 begins again.\n" +
               (exercise.solution.empty() ? "" : "The reference solution is " + exercise.solution + ".\n");
    }
    std::filesystem::create_directories(std::filesystem::path(memory).parent_path());
    std::ofstream(memory) << shown + 1 << "\n";
    return "Hint " + std::to_string(shown + 1) + " of " + std::to_string(count) + " for " + exercise.id +
           ", " + exercise.title + "\n\n" + exercise.hints[shown];
}

std::string hints_seen(const Exercise& exercise) { return "build/hints/" + exercise.id; }

void reset_hints(const std::string& memory) { std::filesystem::remove(memory); }

}  // namespace course
