// See one.hpp.
#include "common/grade/one.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/course/compiler_output.hpp"
#include "common/grade/files.hpp"
#include "common/grade/headers.hpp"
#include "common/grade/machine.hpp"
#include "common/grade/text.hpp"
#include "common/terminal/progress.hpp"
#include "common/testing/process.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double kCompileLimit = 120, kLinkLimit = 60;  // seconds

std::string name_of(const course::Exercise& exercise) { return fs::path(exercise.answer).filename(); }

Limits limits_of(double seconds) {
    Limits limits;
    limits.seconds = seconds;
    return limits;
}

// What stopped the compiler, in a sentence; empty if nothing did.
std::string stopped(const char* what, const Ended& ended) {
    if (ended.ending.timed_out)
        return std::string(what) + " was still running after " +
               std::to_string(static_cast<int>(ended.ending.seconds)) + " s and was stopped.\n";
    return ended.exceeded.empty() ? "" : std::string(what) + " " + ended.exceeded + " and was stopped.\n";
}

bool succeeded(const Ended& ended) { return ended.ending.exit_code == 0 && ended.ending.signal == 0; }

// Throws std::runtime_error if a compiler or linker that failed says nothing about the answer.
void check_machine(const char* what, const Ended& ended, const std::string& name, const std::string& folder) {
    if (const std::string why = lacking(ended.output, name); !why.empty())
        throw std::runtime_error("The machine could not run " + std::string(what) + ": " + why);
    check_disk(folder);
}

std::string without(std::string text, const std::string& part) {
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;) text.erase(at, part.size());
    return text;
}

// Compiles and links. Returns what the compiler says if that fails; else an empty string. Throws std::runtime_error if the machine
// could not do it.
std::string build(const course::Exercise& exercise, const std::string& folder, const Conditions& conditions) {
    const std::string name = name_of(exercise), inside = folder_for(conditions, folder),
                      root = root_for(conditions);
    std::vector<Place> places = {{folder, inside, true}};
    for (const std::string& header : headers_for(exercise))
        places.push_back({conditions.settings.root + "/" + header, root + "/" + header});
    const std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp",
                                                  "TMPDIR=/tmp", "LANG=C.UTF-8"};
    const auto said = [&](const Ended& ended) {
        return course::shortened_errors(without(printable(ended.output, Keep::kLines), inside + "/"), name);
    };
    std::vector<std::string> words = conditions.settings.compiler;
    words.insert(words.end(), {"-I" + root, "-c", name, "-o", "answer.o"});
    const Ended compiled = run_confined({{{words, environment, inside}, places, Programs::kCompiler}},
                                        limits_of(kCompileLimit), conditions, folder);
    if (const std::string why = stopped("The compiler", compiled); !why.empty()) return why;
    if (!succeeded(compiled) || !fs::is_regular_file(folder + "/answer.o")) {
        check_machine("the compiler", compiled, name, folder);
        const std::string errors = said(compiled);
        return errors.empty() ? "The compiler ended without a word.\n" : errors;
    }
    words = link_words(exercise, conditions, places);
    const Ended linked = run_confined({{{words, environment, inside}, places, Programs::kCompiler}},
                                      limits_of(kLinkLimit), conditions, folder);
    if (const std::string why = stopped("The linker", linked); !why.empty()) return why;
    if (succeeded(linked)) return "";
    check_machine("the linker", linked, name, folder);
    return said(linked);
}

// CPU seconds of all processes that have ended and were waited for.
double cpu_of_processes() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

void write_job(const Job& job, const course::Exercise& exercise, const std::string& text) {
    fs::create_directories(job.folder + "/answer");
    write_atomically(job.folder + "/answer/" + name_of(exercise), text);
    const json all = {{"key", job.key},
                      {"exercise", job.exercise},
                      {"hash", job.hash},
                      {"isolated", job.isolated},
                      {"seed", job.seed},
                      {"hidden", job.hidden},
                      {"parameters", job.parameters},
                      {"seconds", job.seconds}};
    write_atomically(job.folder + "/job.json", all.dump(1) + "\n");
}

Job read_job(const std::string& folder) {
    const json all = json::parse(testing::read_text(folder + "/job.json"));
    return {all.at("key"),  folder,           all.at("exercise"),   all.at("hash"),   all.at("isolated"),
            all.at("seed"), all.at("hidden"), all.at("parameters"), all.at("seconds")};
}

Result grade_one(const Job& job, const course::Exercise& exercise) {
    const terminal::Stopwatch since;
    Conditions conditions{read_settings(), job.isolated, job.seed, job.hidden, job.parameters, job.seconds};
    const std::string folder = fs::absolute(job.folder + "/answer");
    course::Outcome outcome;
    outcome.compiler_errors = build(exercise, folder, conditions);
    Result result;
    result.compiling = {since.seconds(), cpu_of_processes()};
    if (outcome.compiler_errors.empty()) outcome = run_answer(exercise, folder, conditions);
    result.running = {since.seconds() - result.compiling.seconds,
                      cpu_of_processes() - result.compiling.cpu_seconds};
    result.exercise = exercise.id;
    result.hash = job.hash;
    result.passed = all_passed(outcome, conditions.settings.device);
    result.tests = outcome.tests;
    result.compiler_errors = outcome.compiler_errors;
    result.errors = outcome.verdict.errors;
    result.text = without(text_of(exercise, name_of(exercise), outcome, course::Failures::kAll),
                          folder_for(conditions, folder) + "/");
    result.printed = outcome.printed;
    result.counts = outcome.counts;
    result.seconds = since.seconds();
    result.isolation = job.isolated ? "bubblewrap" : "none";
    result.device = conditions.settings.device;
    result.seed = job.seed;
    return result;
}

}  // namespace grade
