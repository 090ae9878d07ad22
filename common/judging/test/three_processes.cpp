// See three_processes.hpp.
#include "common/judging/test/three_processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "common/testing/process.hpp"
#include "common/testing/temporary_folder.hpp"

namespace judging {
namespace {

// A descriptor that the programs do not inherit.
class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {
        if (fd < 0) throw std::runtime_error("no descriptor");
    }
    ~Descriptor() { close(fd_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return fd_; }

  private:
    int fd_;
};

struct Pair {
    Pair() {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            throw std::runtime_error("no sockets");
    }
    ~Pair() { close_all(); }
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;
    void close_all() {
        for (int& end : ends)
            if (end >= 0) close(std::exchange(end, -1));
    }
    std::array<int, 2> ends{-1, -1};
};

// Starts a program in a process group of its own, with these descriptors as 3, 4, …; none in the place of -1.
pid_t start(const std::vector<std::string>& command, const std::vector<int>& inherited,
            const std::vector<std::string>& variables, const std::string& log) {
    const pid_t process = fork();
    if (process != 0) return process;
    setpgid(0, 0);
    constexpr int kOutOfTheWay = 100;
    std::vector<int> kept;
    for (const int fd : inherited) kept.push_back(fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, kOutOfTheWay));
    for (std::size_t k = 0; k < kept.size(); ++k)
        if (kept[k] >= 0) dup2(kept[k], 3 + static_cast<int>(k));
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    for (const std::string& variable : variables) putenv(const_cast<char*>(variable.c_str()));
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
}

int exit_code_of(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

enum class Device { kEmulator, kGpu };

std::vector<std::string> variables_with(std::vector<std::string> variables, const std::string& counts,
                                        Device device) {
    for (const char* const variable : {"SIMT_QUIET=1", "SIMT_MAX_INSTRUCTIONS=40000000"})
        variables.push_back(variable);
    variables.push_back(device == Device::kGpu ? "EXERCISE_DEVICE=gpu" : "EXERCISE_DEVICE=emulator");
    if (device == Device::kGpu) variables.push_back("LD_PRELOAD=build/test/gpu/libcudart.so.13");
    variables.push_back("EXERCISE_COUNTS=" + counts);
    return variables;
}

Judged read(const std::string& folder, int exit_code) {
    return {exit_code, testing::read_record(testing::read_text(folder + "/record")),
            testing::read_text(folder + "/counts"), testing::read_text(folder + "/log")};
}

Judged judge_by(Device device, const std::string& exercise, const std::string& answer,
                const std::vector<std::string>& more) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.path(), log = path + "/log";
    const std::vector<std::string> variables = variables_with(more, path + "/counts", device);
    const bool emulated = device == Device::kEmulator;
    Pair of_judge, of_answer, between;
    const Descriptor window(memfd_create("window", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    const pid_t emulator =
        emulated ? start({"build/grade/emulator"}, {of_judge.ends[1], of_answer.ends[1]}, variables, log)
                 : -1;
    const pid_t answering = start(
        {answer}, {emulated ? of_answer.ends[0] : -1, between.ends[1], window.number()}, variables, log);
    const pid_t judging = start(
        {"build/grade/" + exercise + "/judge", "--record=" + path + "/record", "--out=" + path + "/report"},
        {emulated ? of_judge.ends[0] : -1, between.ends[0], window.number()}, variables, log);
    for (Pair* const pair : {&of_judge, &of_answer, &between}) pair->close_all();
    const int exit_code = exit_code_of(judging);
    kill(-answering, SIGKILL);
    exit_code_of(answering);
    if (emulated) exit_code_of(emulator);  // it ends with the judge
    return read(path, exit_code);
}

Judged judge_in_one_process_by(Device device, const std::string& program) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.path();
    const pid_t process = start({program, "--record=" + path + "/record", "--out=" + path + "/report"}, {},
                                variables_with({}, path + "/counts", device), path + "/log");
    const int exit_code = exit_code_of(process);
    return read(path, exit_code);
}

}  // namespace

Judged judge(const std::string& exercise, const std::string& answer,
             const std::vector<std::string>& variables) {
    return judge_by(Device::kEmulator, exercise, answer, variables);
}
Judged judge_in_one_process(const std::string& program) {
    return judge_in_one_process_by(Device::kEmulator, program);
}
Judged judge_on_gpu(const std::string& exercise, const std::string& answer,
                    const std::vector<std::string>& variables) {
    return judge_by(Device::kGpu, exercise, answer, variables);
}
Judged judge_on_gpu_in_one_process(const std::string& program) {
    return judge_in_one_process_by(Device::kGpu, program);
}

}  // namespace judging
