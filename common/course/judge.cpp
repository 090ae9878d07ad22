// See judge.hpp.
#include "common/course/judge.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "common/course/compiler_output.hpp"
#include "common/grading/device.hpp"
#include "common/testing/process.hpp"

namespace course {
namespace {

// Seconds of a whole run, on a busy computer too. Loops without end take less: those of kernels and of host code that only
// computes are ended before (SIMT_MAX_INSTRUCTIONS, common/grading/endless_loop.hpp).
constexpr double kRunLimit = 60;
constexpr std::size_t kPrintedKept = 1 << 16;  // bytes of an answer's output; a loop can print without end

std::string beginning_of(const std::string& path) {
    std::ifstream file(path);
    std::string text(kPrintedKept, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

}  // namespace

Lock::Lock(const std::string& path) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0 || flock(file_, LOCK_EX) != 0) throw std::runtime_error(path + ": " + std::strerror(errno));
}

Lock::~Lock() { close(file_); }

Outcome judge(const Answer& answer, const std::string& device, const std::string& seed) {
    const Lock lock(answer.folder + "/lock");
    const std::string program = answer.folder + "/check", log = answer.folder + "/log",
                      record = answer.folder + "/record.txt";
    Outcome outcome;
    if (!std::filesystem::exists(program)) {
        const std::string errors = testing::read_text(answer.folder + "/errors");
        outcome.compiler_errors =
            errors.empty() ? "The compiler ended without a word.\n" : shortened_errors(errors, answer.source);
        return outcome;
    }
    const std::string counts = answer.folder + "/counts";
    std::filesystem::remove(record);
    std::filesystem::remove(counts);
    // The harness compares EXERCISE_DEVICE with the device it finds (common/grading/device.cpp). doctest's own report
    // goes elsewhere, so that the log holds only the answer's output.
    std::vector<std::string> command = {"env", "-u", "EXERCISE_SEED", "EXERCISE_DEVICE=" + device,
                                        "EXERCISE_COUNTS=" + counts};
    if (!seed.empty()) command.push_back("EXERCISE_SEED=" + seed);
    command.insert(command.end(), {program, "--record=" + record, "--out=" + answer.folder + "/report"});
    const testing::Ending ending = testing::run_process(command, log, kRunLimit);
    if (ending.exit_code == grading::kWrongDevice && !std::filesystem::exists(record))
        throw std::runtime_error(beginning_of(log));
    outcome = read_outcome(testing::read_text(record), ending);
    outcome.printed = beginning_of(log);
    outcome.log = log;
    outcome.counts = read_counts(answer.folder);
    return outcome;
}

Counts read_counts(const std::string& folder) {
    std::ifstream file(folder + "/counts");
    return read_counts(file);
}

Counts read_counts(std::istream& lines) {
    Counts counts;
    std::string key;
    for (double count; lines >> key >> count;) counts[key] = count;
    return counts;
}

}  // namespace course
