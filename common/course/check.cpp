// See check.hpp.
#include "common/course/check.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "common/course/build.hpp"
#include "common/course/comparison.hpp"
#include "common/course/guide.hpp"
#include "common/course/judge.hpp"
#include "common/course/outcome.hpp"
#include "common/course/progress.hpp"
#include "common/terminal/terminal.hpp"
#include "common/testing/process.hpp"

namespace course {
namespace {

namespace fs = std::filesystem;

// The reference solution's counts, in the same tests. It is built and run for the first solution of an exercise, and
// again when it has changed.
Counts reference_counts(const Exercise& exercise, const std::string& device, const std::string& seed) {
    const std::string folder = reference_of(exercise).folder;
    const Lock lock(folder + ".lock");
    const std::string program = folder + "/check", counts = folder + "/counts";
    if (!build_reference(exercise)) return {};
    const bool kept = fs::exists(counts) && fs::last_write_time(counts) >= fs::last_write_time(program);
    if (!kept || !seed.empty()) judge(reference_of(exercise), device, seed);
    const Counts result = read_counts(folder);
    if (!seed.empty()) fs::remove(counts);  // only those of every run are kept
    return result;
}

// Predictions have no kernel of the learner's: only the harness's own launches are counted.
bool has_kernel(const Exercise& exercise) {
    return testing::read_text(exercise.solution).find("__global__") != std::string::npos;
}

// Prints what follows "Solved.": the costs, the way to the reference solution, the next exercise.
void print_after_solving(const Exercise& exercise, const std::vector<Exercise>& exercises,
                         const Outcome& outcome, const std::string& device, bool own_file,
                         const std::string& seed) {
    std::vector<Cost> costs;
    if (!exercise.solution.empty() && !outcome.counts.empty() && has_kernel(exercise))
        costs = compared(outcome.counts, reference_counts(exercise, device, seed));
    std::fputs(text_of(costs).c_str(), stdout);
    if (!own_file) return;
    if (!exercise.solution.empty())
        std::printf("What the reference solution does otherwise: make diff EX=%s\n", exercise.id.c_str());
    std::puts("");
    std::fflush(stdout);
    const Lock lock("build/check/progress.lock");  // another exercise may be solved at the same time
    Progress progress(progress_file());
    progress.add(exercise.id, costs);
    std::fputs(next_text(exercise.id, exercises, progress).c_str(), stdout);
}

}  // namespace

std::string progress_file() {
    const char* const other = std::getenv("COURSE_PROGRESS");
    return other ? other : "progress.txt";
}

std::optional<Answer> answer_to(const Exercise& exercise, const Arguments& arguments) {
    const bool own_file = arguments.answer.empty();
    const std::string source = own_file ? exercise.answer : arguments.answer;
    if (fs::exists(source)) return Answer{source, "build/check/" + exercise.id + (own_file ? "" : ".answer")};
    std::fprintf(stderr, "%s is not there%s\n", source.c_str(),
                 own_file ? (": make reset EX=" + exercise.id + " brings the stub back.").c_str() : ".");
    return std::nullopt;
}

Answer reference_of(const Exercise& exercise) {
    return {exercise.solution, "build/check/" + exercise.id + ".reference"};
}

bool build_reference(const Exercise& exercise) {
    const auto [source, folder] = reference_of(exercise);
    const std::string program = folder + "/check";
    if (!fs::exists(program) || fs::last_write_time(program) < fs::last_write_time(source))
        place_answer(source, folder);
    return build(exercise, {program});
}

ExitCode check(const Exercise& exercise, const std::vector<Exercise>& exercises, const Arguments& arguments) {
    const std::optional<Answer> answer = answer_to(exercise, arguments);
    if (!answer) return kWrongUse;
    const bool own_file = arguments.answer.empty();
    const auto& [source, folder] = *answer;
    const Lock lock(folder + ".lock");
    if (!arguments.built || !own_file) {
        const std::string program = own_file ? folder + "/check" : place_answer(source, folder);
        if (!build(exercise, {program})) return kNotRun;
    }
    const std::string device = device_built_for();
    const Outcome outcome = judge(*answer, device, arguments.seed);
    const std::string text =
        text_of(exercise, source, outcome, arguments.all ? Failures::kAll : Failures::kFirst,
                terminal::text_width(STDOUT_FILENO));
    std::fputs(terminal::with_coloured_verdicts(text, terminal::shows_colours(STDOUT_FILENO)).c_str(),
               stdout);
    std::fflush(stdout);
    if (!outcome.passed()) return kNotSolved;
    if (outcome.verdict.skipped == 0)
        print_after_solving(exercise, exercises, outcome, device, own_file, arguments.seed);
    return kSolved;
}

}  // namespace course
