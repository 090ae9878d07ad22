// Runs test programs and test scripts in parallel and ends with the line "N passed, N failed" (", N skipped").
//
// usage: build/run-tests [--work DIR] [--jobs N] [--limit SECONDS] [--scripts] COMMAND...
//
// Before --scripts a command is a doctest program and counts by its record (verdict.hpp); after it, a command is a
// shell command line and counts as one test. Each prints a line; a failed one prints its output too. Logs and records
// stay in DIR. Exit code 1 if anything failed, 2 for wrong arguments.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/terminal/progress.hpp"
#include "common/terminal/terminal.hpp"
#include "common/testing/process.hpp"
#include "common/testing/verdict.hpp"

namespace {

constexpr std::size_t kLinesShown = 120;  // of a failed program's output; the log has the rest

struct Job {
    std::string command;
    bool is_script = false;
};

struct Settings {
    std::string work = "build/test-results";
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
    double limit_seconds = 600;
    std::vector<Job> list;
};

// A name for the job's files: the program's name, or the command with special characters replaced.
std::string job_name(const Job& job) {
    if (!job.is_script) return std::filesystem::path(job.command).filename();
    std::string name = job.command;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-' && c != '_') c = '-';
    return name;
}

bool parse(int argc, char** argv, Settings& settings) {
    bool scripts = false;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--scripts")
            scripts = true;
        else if (argument.starts_with("--")) {
            if (i + 1 == argc) return false;
            const std::string value = argv[++i];
            if (argument == "--work")
                settings.work = value;
            else if (argument == "--jobs")
                settings.jobs = std::max(1, std::atoi(value.c_str()));
            else if (argument == "--limit")
                settings.limit_seconds = std::atof(value.c_str());
            else
                return false;
        } else
            settings.list.push_back({argument, scripts});
    }
    return true;
}

void print_log(const std::string& path) {
    const std::string log = testing::read_text(path);
    std::size_t lines = 0, end = 0;
    while (end < log.size() && lines < kLinesShown) {
        end = log.find('\n', end);
        end = end == std::string::npos ? log.size() : end + 1;
        ++lines;
    }
    std::fwrite(log.data(), 1, end, stdout);
    if (end < log.size()) std::printf("(the rest is in %s)\n", path.c_str());
}

// Runs one job and prints its result.
testing::Verdict run(const Job& job, const Settings& settings, terminal::CountedWork& progress) {
    const std::string name = job_name(job);
    const std::string base = settings.work + "/" + name;
    const std::string log_path = base + ".log", record_path = base + ".record.txt";
    std::filesystem::remove(record_path);
    std::vector<std::string> arguments{job.command, "--record=" + record_path, "--no-intro=true",
                                       "--no-version=true"};
    if (job.is_script) arguments = {"sh", "-c", job.command};
    const testing::Ending ending = testing::run_process(arguments, log_path, settings.limit_seconds);
    const testing::Verdict verdict = job.is_script
                                         ? testing::judge_script(testing::read_text(log_path), ending)
                                         : testing::judge_record(testing::read_text(record_path), ending);
    const std::string word = terminal::with_coloured_verdict(verdict.failed ? "FAILED  " : "ok      ",
                                                             terminal::shows_colours(STDOUT_FILENO));
    progress.one_is_done();
    progress.write([&] {
        std::printf("%s%s: %s (%.1f s)\n", word.c_str(), job.is_script ? job.command.c_str() : name.c_str(),
                    testing::summary_line(verdict).c_str(), ending.seconds);
        for (const std::string& skip : verdict.skips) std::printf("        skipped: %s\n", skip.c_str());
        if (verdict.failed) print_log(log_path);
        for (const std::string& error : verdict.errors) std::printf("        %s\n", error.c_str());
    });
    return verdict;
}

// Waits until no other run uses the same folder: both would write logs and records of the same names.
void wait_for_others(const std::string& folder) {
    const int lock =
        open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);  // until this run ends
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0) return;
    std::printf("Other tests are running with the same folder (%s); waiting for them.\n", folder.c_str());
    std::fflush(stdout);
    flock(lock, LOCK_EX);
}

void stop(int) {
    testing::kill_processes();
    _exit(130);
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    if (!parse(argc, argv, settings)) {
        std::fprintf(
            stderr, "usage: %s [--work DIR] [--jobs N] [--limit SECONDS] PROGRAM... [--scripts COMMAND...]\n",
            argv[0]);
        return 2;
    }
    std::filesystem::create_directories(settings.work);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    wait_for_others(settings.work);

    testing::Verdict total;
    std::atomic<std::size_t> next = 0;
    std::mutex sum;
    terminal::CountedWork progress(STDERR_FILENO, "test programs", settings.list.size());
    std::vector<std::jthread> workers;
    for (unsigned worker = 0; worker < settings.jobs; ++worker)
        workers.emplace_back([&] {
            for (std::size_t job; (job = next++) < settings.list.size();) {
                const testing::Verdict verdict = run(settings.list[job], settings, progress);
                const std::lock_guard lock(sum);
                total.passed += verdict.passed;
                total.failed += verdict.failed;
                total.skipped += verdict.skipped;
            }
        });
    workers.clear();
    std::printf("%s\n", testing::summary_line(total).c_str());
    return total.failed > 0 ? 1 : 0;
}
