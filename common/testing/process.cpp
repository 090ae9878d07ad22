// Child processes of the test runner. Each leads a process group, so that killing the group stops its own children
// too.
#include "common/testing/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

namespace testing {
namespace {

// The running process groups, for kill_processes(); 0 marks a free slot.
std::array<std::atomic<pid_t>, 256> running;

class RunningGroup {
  public:
    explicit RunningGroup(pid_t group) {
        for (place_ = running.data(); place_ != running.data() + running.size(); ++place_) {
            pid_t free = 0;
            if (place_->compare_exchange_strong(free, group)) return;
        }
        place_ = nullptr;
    }
    ~RunningGroup() {
        if (place_) *place_ = 0;
    }
    RunningGroup(const RunningGroup&) = delete;
    RunningGroup& operator=(const RunningGroup&) = delete;

  private:
    std::atomic<pid_t>* place_ = nullptr;
};

// Starts the command in its own process group; returns an errno value.
int start(const std::vector<std::string>& arguments, const std::string& log_path, pid_t& child) {
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, log_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
                                     0644);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int error = posix_spawnp(&child, argv[0], &files, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

}  // namespace

Ending run_process(const std::vector<std::string>& arguments, const std::string& log_path,
                   double limit_seconds) {
    using Clock = std::chrono::steady_clock;
    Ending ending;
    const Clock::time_point begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    pid_t child = 0;
    if (const int error = start(arguments, log_path, child)) {
        std::ofstream(log_path) << arguments[0] << " cannot be started: " << std::strerror(error) << ".\n";
        ending.exit_code = 127;
        return ending;
    }
    const RunningGroup group(child);
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (!ending.timed_out && elapsed() > limit_seconds) {
            ending.timed_out = true;
            kill(-child, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ending.seconds = elapsed();
    if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
    if (WIFEXITED(status)) ending.exit_code = WEXITSTATUS(status);
    return ending;
}

void kill_processes() {
    for (const std::atomic<pid_t>& group : running)
        if (const pid_t leader = group) kill(-leader, SIGKILL);
}

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace testing
