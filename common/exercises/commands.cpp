// See commands.hpp.
#include "common/exercises/commands.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/exercises/arguments.hpp"
#include "common/exercises/build.hpp"
#include "common/exercises/catalogue.hpp"
#include "common/exercises/grade.hpp"
#include "common/exercises/hints.hpp"
#include "common/exercises/judge.hpp"
#include "common/exercises/verify.hpp"
#include "common/testing/process.hpp"

namespace exercises {
namespace {

constexpr int kWrongUse = 2;
constexpr double kDiffLimit = 10;  // seconds

// The exercise of this number. If there is none: prints a sentence and the list, and returns nullptr.
const Exercise* find(const std::vector<Exercise>& all, const std::string& id) {
    for (const Exercise& exercise : all)
        if (exercise.id == id) return &exercise;
    if (id.empty())
        std::fprintf(stderr, "Which exercise? Name it as in EX=%s.\n",
                     all.empty() ? "02.1" : all[0].id.c_str());
    else
        std::fprintf(stderr, "There is no exercise %s. Numbers look like %s.\n", id.c_str(),
                     all.empty() ? "02.1" : all[0].id.c_str());
    std::fprintf(stderr, "The exercises are:\n\n%s", list_of(all).c_str());
    return nullptr;
}

int check(const Exercise& exercise, const Arguments& arguments) {
    const std::string source = arguments.answer.empty() ? exercise.answer : arguments.answer;
    if (!std::filesystem::exists(source)) {
        std::fprintf(stderr, "%s is not there%s\n", source.c_str(),
                     source == exercise.answer ? ": git checkout brings the stub back." : ".");
        return kWrongUse;
    }
    const std::string folder = "build/check/" + exercise.id + (arguments.answer.empty() ? "" : ".answer");
    const Lock lock(folder + ".lock");
    if (!arguments.built || !arguments.answer.empty()) {
        const std::string program =
            arguments.answer.empty() ? folder + "/check" : place_answer(source, folder);
        if (!build(exercise, {program})) return kWrongUse;
    }
    const Outcome outcome = judge({source, folder}, device_built_for());
    std::fputs(text_of(exercise, outcome).c_str(), stdout);
    return outcome.passed() ? 0 : 1;
}

int grade(const Exercise& exercise, const std::vector<std::string>& files, unsigned jobs) {
    std::fputs(grade_header().c_str(), stdout);
    const auto report = [](const std::string& row) {
        std::fputs(row.c_str(), stdout);
        std::fflush(stdout);
    };
    return grade(exercise, files, jobs, report) == files.size() ? 0 : 1;
}

int hint(const Exercise& exercise, bool reset) {
    const std::string memory = "build/hints/" + exercise.id;
    if (reset) reset_hints(memory);
    std::fputs(next_hint(exercise, memory).c_str(), stdout);
    return 0;
}

// Prints the lines in which an answer differs from the solution, unless only comments do.
int diff(const Exercise& exercise, const std::string& source) {
    const std::string log = "build/check/" + exercise.id + ".diff";
    std::filesystem::create_directories("build/check");
    const testing::Ending ending =
        testing::run_process({"diff", "-U0", "-I^ *//", "-I^$", "--label", source, "--label",
                              exercise.solution, source, exercise.solution},
                             log, kDiffLimit);
    const std::string text = testing::read_text(log);
    if (ending.exit_code > 1) throw std::runtime_error(text);
    std::fputs(text.empty() ? (source + " is the reference solution.\n").c_str() : text.c_str(), stdout);
    return 0;
}

int verify(const std::vector<Exercise>& chosen, const Arguments& arguments, unsigned jobs) {
    for (const Exercise& exercise : chosen)
        if (!arguments.built && !build(exercise, {"verify-programs"}, jobs)) return kWrongUse;
    int passed = 0, failed = 0;
    verify(chosen, jobs, arguments.write_pages, [&](const Claim& claim) {
        const bool holds = claim.objection.empty();
        ++(holds ? passed : failed);
        std::printf("%-7s %s\n%s", holds ? "ok" : "FAILED", claim.sentence.c_str(),
                    holds ? "" : (claim.objection + "\n").c_str());
        std::fflush(stdout);
    });
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

int run(const Arguments& arguments) {
    if (arguments.help) {
        std::fputs(usage(arguments.command).c_str(), stdout);
        return 0;
    }
    const std::vector<Exercise> all = find_exercises();
    if (arguments.command == "list") {
        std::fputs(list_of(all).c_str(), stdout);
        return 0;
    }
    std::vector<Exercise> chosen;
    for (const std::string& id : arguments.ids) {
        const Exercise* const exercise = find(all, id);
        if (!exercise) return kWrongUse;
        chosen.push_back(*exercise);
    }
    const unsigned jobs = arguments.jobs ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
    if (arguments.command == "verify") return verify(chosen.empty() ? all : chosen, arguments, jobs);
    if (chosen.empty()) {
        find(all, "");
        return kWrongUse;
    }
    if (arguments.command == "grade") return grade(chosen[0], arguments.files, jobs);
    if (arguments.command == "hint") return hint(chosen[0], arguments.reset);
    if (arguments.command == "diff")
        return diff(chosen[0], arguments.answer.empty() ? chosen[0].answer : arguments.answer);
    return check(chosen[0], arguments);
}

}  // namespace

int run(const std::vector<std::string>& words) {
    setenv("SIMT_QUIET", "1", 1);  // the harness includes the checks' findings in its own text
    // Stops an endless kernel, and names its line, before the time limit stops the whole program.
    setenv("SIMT_MAX_INSTRUCTIONS", "40000000", 0);
    try {
        return run(parse_arguments(words));
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "exercises: %s (build/exercises --help says more)\n", error.what());
        return kWrongUse;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return kWrongUse;
    }
}

}  // namespace exercises
