// See judge.hpp.
#include "common/exercises/judge.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/exercises/compiler_output.hpp"
#include "common/grading/device.hpp"
#include "common/testing/process.hpp"

namespace exercises {
namespace {

constexpr double kCompileLimit = 300, kRunLimit = 30;  // seconds
constexpr std::size_t kPrintedKept = 1 << 16;  // bytes of what an answer prints; a loop can print without end

// The words of "name: word word 'word'", without the name and the shell's quotes.
std::vector<std::string> words_of(const std::string& path) {
    std::istringstream text(testing::read_text(path));
    std::string word;
    if (!(text >> word)) throw std::runtime_error(path + " is not there: use make check, which writes it.");
    std::vector<std::string> words;
    while (text >> word) {
        word.erase(std::remove(word.begin(), word.end(), '\''), word.end());
        words.push_back(word);
    }
    return words;
}

// Runs one command; what it said, if it failed.
std::string failure_of(const std::vector<std::string>& command, const std::string& log) {
    const testing::Ending ending = testing::run_process(command, log, kCompileLimit);
    if (ending.exit_code == 0 && ending.signal == 0 && !ending.timed_out) return "";
    const std::string said = testing::read_text(log);
    return said.empty() ? command[0] + " failed without a word.\n" : said;
}

// Holds a folder for one judge, of this process or another: two who share it would run each other's programs.
class Folder {
  public:
    explicit Folder(const std::string& path) {
        std::filesystem::create_directories(path);
        lock_ = open((path + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock_ < 0 || flock(lock_, LOCK_EX) != 0)
            throw std::runtime_error(path + "/lock: " + std::strerror(errno));
    }
    ~Folder() { close(lock_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

  private:
    int lock_;
};

std::string beginning_of(const std::string& path) {
    std::ifstream file(path);
    std::string text(kPrintedKept, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

}  // namespace

Commands read_commands(const std::string& asked, const std::string& folder) {
    Commands commands{words_of(folder + "/exercise_compile"), words_of(folder + "/exercise_strict"),
                      words_of(folder + "/exercise_link")};
    const std::vector<std::string> device =
        words_of(folder + "/exercise_device");  // "gpu FOLDER", "emulator"
    const std::string found = device.empty() ? "" : device[0];
    if (found == "gpu" && device.size() == 2) commands.gpu_runtime = device[1];
    const std::string chosen = asked.empty() ? found : asked;
    if (chosen != "emulator" && chosen != "gpu")
        throw std::invalid_argument("DEVICE=" + chosen + " is not a device: it is gpu or emulator");
    if (chosen == "gpu" && commands.gpu_runtime.empty())
        throw std::invalid_argument(
            "DEVICE=gpu, and make was not told of a GPU: make check DEVICE=gpu tells it");
    commands.device = chosen == "gpu" ? Device::kGpu : Device::kEmulator;
    return commands;
}

Outcome judge(const Exercise& exercise, const Answer& answer, const std::string& work,
              const Commands& commands, bool strict) {
    Outcome outcome;
    const Folder folder(work);
    const std::string program = work + "/check", log = work + "/log", record = work + "/record.txt";
    std::filesystem::remove(record);
    std::string object = answer.object, errors = answer.errors;
    if (object.empty() && errors.empty()) {
        object = work + "/answer.o";
        std::vector<std::string> compile = commands.compile;
        if (strict) compile.insert(compile.end(), commands.strict.begin(), commands.strict.end());
        compile.insert(compile.end(), {"-c", answer.source, "-o", object});
        errors = failure_of(compile, log);
    }
    if (errors.empty()) {
        std::vector<std::string> link = commands.link;
        const std::vector<std::string> harness = exercise.harness_objects();
        link.insert(link.begin() + 1, harness.begin(), harness.end());
        link.insert(link.begin() + 1, {"-o", program, object});
        // Old tags: LD_LIBRARY_PATH, which NVIDIA's installation guide has people set, comes after them.
        link.push_back("-Wl,--disable-new-dtags,-rpath," +
                       (commands.device == Device::kGpu ? commands.gpu_runtime : "$ORIGIN/../../lib"));
        errors = failure_of(link, log);
    }
    if (!errors.empty()) {
        outcome.compiler_errors = shortened_errors(errors, answer.source);
        return outcome;
    }
    // The harness compares this with what it finds (common/grading/device.cpp).
    const std::string device = commands.device == Device::kGpu ? "gpu" : "emulator";
    // doctest's own report goes elsewhere: what is left in the log is what the answer printed.
    const testing::Ending ending = testing::run_process(
        {"env", "EXERCISE_DEVICE=" + device, program, "--record=" + record, "--out=" + work + "/report"}, log,
        kRunLimit);
    if (ending.exit_code == grading::kWrongDevice && !std::filesystem::exists(record))
        throw std::runtime_error(beginning_of(log));
    outcome = read_outcome(testing::read_text(record), ending);
    outcome.printed = beginning_of(log);
    outcome.log = log;
    return outcome;
}

}  // namespace exercises
