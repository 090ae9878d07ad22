// build/grade/grade: grades what a class handed in. `make grade` calls it; teaching/grading.md describes it.
//
// Exit code 0: all was graded, whatever the grades are. 2: wrong arguments. 3: nothing could be graded. 4: interrupted.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "common/grade/cgroup.hpp"
#include "common/grade/class.hpp"
#include "common/grade/files.hpp"
#include "common/grade/one.hpp"
#include "common/grade/supervise.hpp"

namespace {

namespace fs = std::filesystem;

constexpr int kWrongUse = 2, kNotGraded = 3, kInterrupted = 4;

void grade_folder(const std::string& folder) {
    const grade::Job job = grade::read_job(folder);
    const std::vector<course::Exercise> exercises = course::find_exercises();
    const course::Exercise* const exercise = course::find_in(exercises, job.exercise);
    if (!exercise) throw std::runtime_error("There is no exercise " + job.exercise + ".");
    const grade::Result result = grade::grade_one(job, *exercise);
    if (grade::was_asked_to_stop()) throw grade::Interrupted{};
    grade::write_atomically(fs::path(folder) / "../../results" / (job.key + ".json"), grade::to_json(result));
}

}  // namespace

int main(int argc, char** argv) {
    grade::Options options;
    std::string one, isolation = "bubblewrap";
    std::uint64_t seed = 0;
    bool limits = false;
    options.jobs = std::max(1u, std::thread::hardware_concurrency());
    CLI::App app(
        "Grades what a class handed in: SUBMISSIONS/STUDENT/02.1.cu is STUDENT's answer to exercise 02.1.");
    app.add_option("--submissions", options.submissions, "the folder with a folder for each student");
    app.add_option("--grades", options.grades, "the folder of the results")->capture_default_str();
    app.add_option("--rubric", options.rubric, "a file that says how many points an exercise gives")
        ->check(CLI::ExistingFile);
    app.add_option("--secret", options.secret, "the file from which make dist drew the students' numbers")
        ->check(CLI::ExistingFile);
    app.add_option("--jobs", options.jobs, "how many answers at a time")->check(CLI::Range(1u, 1024u));
    app.add_flag("--limits", limits,
                 "only says how the processes and the memory of an answer are limited here");
    CLI::Option* const has_seed =
        app.add_option("--seed", seed, "draws the inputs of the tests; by default as the last time");
    app.add_option("--isolation", isolation, "none: answers run with your rights")
        ->check(CLI::IsMember({"bubblewrap", "none"}))
        ->capture_default_str();
    app.add_option("--limit", options.seconds, "how many seconds an answer may run")
        ->check(CLI::Range(1, 86400))
        ->capture_default_str();
    app.add_flag("--slurm", options.slurm, "grades on the machines of a cluster, through Slurm");
    app.add_option("--one", one, "grades the answer in a folder of build/grades/work, for make grade itself");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kWrongUse;
    }
    try {
        if (limits) {
            std::printf("%s\n", grade::how_limited().c_str());
            return 0;
        }
        for (std::string* const path :
             {&options.submissions, &options.grades, &options.rubric, &options.secret, &one})
            if (!path->empty() && (path != &options.grades || app.count("--grades")))
                *path = fs::absolute(*path);
        fs::current_path(fs::canonical("/proc/self/exe").parent_path() / "../..");  // build/grade/grade
        grade::become_supervisor();
        grade::remove_left_groups();
        if (!one.empty()) {
            grade_folder(one);
            return 0;
        }
        if (options.submissions.empty()) {
            std::fprintf(stderr, "Which submissions? Name their folder, as in make grade SUBMISSIONS=dir.\n");
            return kWrongUse;
        }
        if (has_seed->count() > 0) options.seed = seed;
        options.isolated = isolation != "none";
        grade::grade_class(options);
        return 0;
    } catch (const grade::Interrupted&) {
        std::fprintf(stderr, "Interrupted. The same command goes on where this one stopped.\n");
        return kInterrupted;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return kNotGraded;
    }
}
