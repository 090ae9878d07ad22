// See slurm.hpp.
#include "common/grade/slurm.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "common/grade/supervise.hpp"
#include "common/grade/text.hpp"
#include "common/terminal/progress.hpp"
#include "common/testing/process.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTasks = 1000;  // of an array: Slurm's own limit is 1001 unless it is changed
constexpr int kAttempts = 2;
constexpr double kCommandLimit = 120;    // seconds, as for those below
constexpr double kAskEvery = 5;          // Slurm's controller serves others, too
constexpr double kFilesTravel = 5;       // between machines of a shared file system
constexpr useconds_t kGlance = 200'000;  // microseconds

// sed's FIRST~STEP is a line in STEP. A task that was requeued leaves out what has a result.
constexpr const char* kTask = R"(#!/bin/sh
# Written by make grade: a task of the array grades every 1000th answer of the list, from its own number on.
cd "$1" || exit
sed -n "$((SLURM_ARRAY_TASK_ID + 1))~1000p" "$2/list" | while IFS= read -r key; do
    [ -e "$2/../results/$key.json" ] || build/grade/grade --one "$2/$key" </dev/null >"$2/$key/log" 2>&1
done
)";

std::string job_file(const std::string& work) { return work + "/job"; }
std::string said_file(const std::string& work) { return work + "/said"; }

// Runs one of Slurm's commands; what it says is in the file.
bool succeeds(const std::vector<std::string>& words, const std::string& said) {
    const testing::Ending ending = testing::run_process(words, said, kCommandLimit);
    return ending.exit_code == 0 && ending.signal == 0 && !ending.timed_out;
}

// "17" of what sbatch --parsable said: "17" or "17;cluster".
std::string job_of(const std::string& work) {
    const std::string said = testing::read_text(job_file(work));
    const std::string job = said.substr(0, said.find_first_of(";\n"));
    return job.find_first_not_of("0123456789") == std::string::npos ? job : "";
}

// A controller that does not answer says nothing about the job.
bool is_over(const std::string& job, const std::string& work) {
    const bool answered = succeeds({"squeue", "--noheader", "--jobs=" + job}, said_file(work));
    const std::string said = testing::read_text(said_file(work));
    return answered ? said.empty() : said.find("Invalid job id") != std::string::npos;
}

void cancel(const std::string& work) {
    if (const std::string job = job_of(work); !job.empty()) succeeds({"scancel", job}, said_file(work));
}

void submit(const std::vector<std::string>& keys, const std::string& work) {
    const std::string list = work + "/list", task = work + "/task";
    std::ofstream names(list);
    for (const std::string& key : keys) names << key << "\n";
    std::ofstream script(task);
    script << kTask;
    if (!names.flush() || !script.flush()) throw std::runtime_error(work + " cannot be written.");
    const std::size_t last = std::min(keys.size(), kMostTasks) - 1;
    // The number of the job is in a file as soon as there is a job.
    if (!succeeds({"sbatch", "--parsable", "--requeue", "--job-name=make-grade",
                   "--array=0-" + std::to_string(last), "--output=" + work + "/task-%a.log", task,
                   fs::current_path(), fs::absolute(work)},
                  job_file(work)) ||
        job_of(work).empty())
        throw std::runtime_error("Nothing was graded: Slurm refuses the job. " +
                                 printable(testing::read_text(job_file(work)), Keep::kLines));
}

}  // namespace

void run_on_slurm(const std::vector<std::string>& keys, const std::string& work,
                  const std::function<bool(std::size_t)>& ready,
                  const std::function<void(std::size_t)>& done) {
    std::vector<std::size_t> missing(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) missing[i] = i;
    const auto collect = [&] {
        std::vector<std::size_t> still;
        for (const std::size_t i : missing) ready(i) ? done(i) : still.push_back(i);
        missing = still;
    };
    for (int attempt = 0; attempt < kAttempts && !missing.empty(); ++attempt) {
        std::vector<std::string> list;
        for (const std::size_t i : missing) list.push_back(keys[i]);
        submit(list, work);
        const std::string job = job_of(work);
        double asked = 0, over_since = 0;
        const terminal::Stopwatch since;
        while (!missing.empty() && (over_since == 0 || since.seconds() - over_since < kFilesTravel)) {
            usleep(kGlance);
            if (was_asked_to_stop()) {
                cancel(work);
                throw Interrupted{};
            }
            collect();
            if (over_since > 0 || since.seconds() - asked < kAskEvery) continue;
            asked = since.seconds();
            if (is_over(job, work)) over_since = since.seconds();
        }
    }
    for (const std::size_t i : missing) done(i);
}

void end_left_job(const std::string& work) {
    const std::string job = job_of(work);
    if (job.empty()) return;
    cancel(work);
    while (!is_over(job, work)) {
        if (was_asked_to_stop()) throw Interrupted{};
        usleep(kGlance);
    }
}

}  // namespace grade
