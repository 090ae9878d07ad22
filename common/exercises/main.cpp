// The program behind make check, make hint and make verify: build/exercises, started in the repository's root.
//
// Exit code 0: solved, or all holds. 1: not solved, or something does not hold. 2: no such exercise, or wrong arguments.
// 77 for `stubs --check`: nothing drifted, but some stubs hold somebody's work (common/testing/run_tests.cpp skips then).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "common/exercises/catalogue.hpp"
#include "common/exercises/hints.hpp"
#include "common/exercises/judge.hpp"
#include "common/exercises/stub_files.hpp"
#include "common/exercises/verify.hpp"

namespace {

using exercises::Exercise;

constexpr const char* kUsage =
    "usage: exercises list\n"
    "       exercises check ID [--answer FILE]   your file, or another one\n"
    "       exercises hint ID [--reset]          the next hint, or begin again\n"
    "       exercises stubs --check|--write      stubs against what their solutions give\n"
    "       exercises verify [ID...] [--write-pages] [--jobs N]\n";
constexpr const char* kStubList = "exercises/stubs.txt";
constexpr int kWrongUse = 2;
constexpr int kSkipped = 77;

int usage() {
    std::fputs(kUsage, stderr);
    return kWrongUse;
}

// The exercise of this number, or nullptr after a sentence and the list.
const Exercise* find(const std::vector<Exercise>& all, const std::string& id) {
    for (const Exercise& exercise : all)
        if (exercise.id == id) return &exercise;
    if (id.empty())
        std::fprintf(stderr, "Which exercise? Name it as in EX=%s.\n",
                     all.empty() ? "02.1" : all[0].id.c_str());
    else
        std::fprintf(stderr, "There is no exercise %s.\n", id.c_str());
    std::fprintf(stderr, "The exercises are:\n\n%s", list_of(all).c_str());
    return nullptr;
}

int check(const Exercise& exercise, const std::string& answer) {
    if (!std::filesystem::exists(answer)) {
        std::fprintf(stderr, "%s is not there: git checkout brings the stub back.\n", answer.c_str());
        return kWrongUse;
    }
    if (!std::filesystem::exists(exercise.harness())) {
        std::fprintf(stderr, "The check is not built: make check EX=%s builds and runs it.\n",
                     exercise.id.c_str());
        return kWrongUse;
    }
    const exercises::Outcome outcome =
        judge(exercise, answer, "build/check/" + exercise.id, exercises::read_commands(), false);
    std::fputs(text_of(exercise, outcome).c_str(), stdout);
    return outcome.passed() ? 0 : 1;
}

int hint(const Exercise& exercise, bool reset) {
    const std::string memory = "build/hints/" + exercise.id;
    if (reset) exercises::reset_hints(memory);
    std::fputs(next_hint(exercise, memory).c_str(), stdout);
    return 0;
}

int stubs(const std::vector<Exercise>& all, bool write) {
    const exercises::StubReport report = write ? write_stubs(all, kStubList) : check_stubs(all, kStubList);
    for (const std::string& sentence : report.drifted) std::printf("%s\n", sentence.c_str());
    if (!report.drifted.empty()) return 1;
    for (const std::string& path : report.edited)
        std::printf("%s holds your work and was left alone\n", path.c_str());
    return report.edited.empty() || write ? 0 : kSkipped;
}

int verify(const std::vector<Exercise>& chosen, unsigned jobs, bool write_pages) {
    // Counts are what most of this is about: everything runs on the emulator, also where there is a GPU.
    setenv("LD_LIBRARY_PATH", (std::filesystem::current_path() / "build/lib").c_str(), 1);
    int passed = 0, failed = 0;
    for (const exercises::Claim& claim : verify(chosen, exercises::read_commands(), jobs, write_pages)) {
        const bool holds = claim.objection.empty();
        ++(holds ? passed : failed);
        std::printf("%-7s %s\n%s", holds ? "ok" : "FAILED", claim.sentence.c_str(),
                    holds ? "" : (claim.objection + "\n").c_str());
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

int run(const std::vector<std::string>& arguments) {
    const std::vector<Exercise> all = exercises::find_exercises();
    const auto given = [&](const char* option) {
        return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
    };
    const auto value = [&](const char* option) -> std::string {
        const auto at = std::find(arguments.begin(), arguments.end(), option);
        return at == arguments.end() || at + 1 == arguments.end() ? "" : *(at + 1);
    };
    const std::string command = arguments.empty() ? "" : arguments[0];
    if (command == "list") {
        std::fputs(list_of(all).c_str(), stdout);
        return 0;
    }
    if (command == "check" || command == "hint") {
        const Exercise* const exercise = find(all, arguments.size() > 1 ? arguments[1] : "");
        if (!exercise) return kWrongUse;
        if (command == "hint") return hint(*exercise, given("--reset"));
        return check(*exercise, given("--answer") ? value("--answer") : exercise->answer);
    }
    if (command == "stubs" && given("--check") != given("--write")) return stubs(all, given("--write"));
    if (command == "verify") {
        std::vector<Exercise> chosen;
        for (std::size_t i = 1; i < arguments.size(); ++i) {
            if (arguments[i].starts_with("--") || arguments[i - 1] == "--jobs") continue;
            const Exercise* const exercise = find(all, arguments[i]);
            if (!exercise) return kWrongUse;
            chosen.push_back(*exercise);
        }
        const int jobs = given("--jobs") ? std::atoi(value("--jobs").c_str())
                                         : static_cast<int>(std::thread::hardware_concurrency());
        return verify(chosen.empty() ? all : chosen, static_cast<unsigned>(std::max(jobs, 1)),
                      given("--write-pages"));
    }
    return usage();
}

}  // namespace

int main(int argc, char** argv) {
    setenv("SIMT_QUIET", "1", 1);  // what the checks find is part of the harness's own words
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return kWrongUse;
    }
}
