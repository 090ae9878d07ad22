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

// The command without the options that make errors of warnings.
std::vector<std::string> lenient(std::vector<std::string> command) {
    const auto option = std::find(command.begin(), command.end(), "-Werror");
    if (option != command.end()) command.erase(option, option + 2);  // "-Werror all-warnings"
    for (std::string& word : command) {
        const std::size_t host_option = word.find(",-Werror");
        if (host_option != std::string::npos) word.erase(host_option, std::string(",-Werror").size());
    }
    return command;
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

Commands read_commands(const std::string& folder) {
    return {words_of(folder + "/exercise_compile"), words_of(folder + "/exercise_link")};
}

Outcome judge(const Exercise& exercise, const std::string& source, const std::string& work,
              const Commands& commands, bool strict) {
    Outcome outcome;
    const Folder folder(work);
    const std::string object = work + "/answer.o", program = work + "/check", log = work + "/log";
    const std::string record = work + "/record.txt";
    std::filesystem::remove(record);
    std::vector<std::string> compile = strict ? commands.compile : lenient(commands.compile);
    compile.insert(compile.end(), {"-c", source, "-o", object});
    std::vector<std::string> link = commands.link;
    const std::vector<std::string> harness = exercise.harness_objects();
    link.insert(link.begin() + 1, harness.begin(), harness.end());
    link.insert(link.begin() + 1, {"-o", program, object});
    std::string errors = failure_of(compile, log);
    if (errors.empty()) errors = failure_of(link, log);
    if (!errors.empty()) {
        outcome.compiler_errors = shortened_errors(errors, source);
        return outcome;
    }
    // doctest's own report goes elsewhere: what is left in the log is what the answer printed.
    const testing::Ending ending =
        testing::run_process({program, "--record=" + record, "--out=" + work + "/report"}, log, kRunLimit);
    outcome = read_outcome(testing::read_text(record), ending);
    outcome.printed = beginning_of(log);
    outcome.log = log;
    return outcome;
}

}  // namespace exercises
