// See supervise.hpp.
#include "common/grade/supervise.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <set>
#include <stdexcept>

#include "common/grade/cgroup.hpp"
#include "common/grade/hidden_memory.hpp"
#include "common/grade/process_tree.hpp"

namespace grade {
namespace {

constexpr double kLookEvery = 0.02;     // seconds
constexpr int kFirstFreeFile = 64;      // inherited files are moved out of the way of their numbers
constexpr rlim_t kMostOpenFiles = 256;  // of one process
constexpr rlim_t kMostOfUser =
    4096;  // processes of this user, root excepted: far more than an answer may have

volatile std::sig_atomic_t asked_to_stop = 0;

void note(int) { asked_to_stop = 1; }

void limit(int resource, rlim_t most) {
    rlimit now{};
    getrlimit(static_cast<__rlimit_resource>(resource), &now);
    now.rlim_cur = std::min(now.rlim_max, most);
    now.rlim_max = now.rlim_cur;
    setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> result;
    for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
}

// In the child: becomes the command. `failed` is a pipe that takes errno.
[[noreturn]] void become(const Command& command, const Limits& limits, const ControlGroup& group, int output,
                         int failed) {
    const auto give_up = [&] {
        const int error = errno;
        [[maybe_unused]] const ssize_t written = write(failed, &error, sizeof error);
        _exit(127);
    };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_DFL);
    setpgid(0, 0);
    if (!group.join()) give_up();
    if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) give_up();
    const int nothing = open("/dev/null", O_RDONLY);
    std::vector<int> moved;
    for (const auto& [here, there] : command.files)
        moved.push_back(fcntl(here, F_DUPFD_CLOEXEC, kFirstFreeFile));
    if (dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) give_up();
    for (std::size_t i = 0; i < moved.size(); ++i)
        if (dup2(moved[i], command.files[i].second) < 0) give_up();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, limits.file_size);
    limit(RLIMIT_NOFILE, kMostOpenFiles);
    limit(RLIMIT_NPROC, kMostOfUser);
    if (!command.trusted && !forbid_hidden_memory(command.uses_gpu ? Mappings::kShared : Mappings::kPrivate))
        give_up();
    const std::vector<char*> words = pointers(command.words), environment = pointers(command.environment);
    execvpe(words[0], words.data(), environment.data());
    give_up();
    _exit(127);
}

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() {
        if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("A pipe cannot be made.");
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void close_end(std::size_t which) {
        if (ends[which] >= 0) close(ends[which]);
        ends[which] = -1;
    }
};

// Closes, here, the files that commands inherit.
class CloseFiles {
  public:
    explicit CloseFiles(const std::vector<Command>& commands) : commands_(commands) {}
    ~CloseFiles() {
        std::set<int> numbers;  // several commands may inherit one file
        for (const Command& command : commands_)
            for (const auto& [here, there] : command.files) numbers.insert(here);
        for (const int number : numbers) close(number);
    }
    CloseFiles(const CloseFiles&) = delete;
    CloseFiles& operator=(const CloseFiles&) = delete;

  private:
    const std::vector<Command>& commands_;
};

pid_t start(const Command& command, const Limits& limits, const ControlGroup& group, int output) {
    Pipe failed;
    const pid_t child = fork();
    if (child == 0) become(command, limits, group, output, failed.ends[1]);
    failed.close_end(1);
    int error = 0;
    if (child < 0) error = errno;
    if (child < 0 || read(failed.ends[0], &error, sizeof error) == sizeof error)
        throw std::runtime_error(command.words[0] + " cannot be started: " + std::strerror(error) + ".");
    return child;
}

// Reads what is there, but no more than a mebibyte of an endless output; keeps the beginning. Returns whether the pipe is still open.
bool read_output(int from, std::string& kept, std::size_t& count) {
    std::array<char, 1 << 16> bytes;
    for (int reads = 0; reads < 16; ++reads) {
        const ssize_t more = read(from, bytes.data(), bytes.size());
        if (more < 0) return errno == EAGAIN || errno == EINTR;
        if (more == 0) return false;
        count += static_cast<std::size_t>(more);
        kept.append(bytes.data(), std::min(static_cast<std::size_t>(more), kOutputKept - kept.size()));
    }
    return true;
}

std::string amount(std::size_t bytes) {
    constexpr std::size_t kMiB = 1 << 20;
    return bytes % (kMiB << 10) == 0 ? std::to_string(bytes / kMiB / 1024) + " GiB"
                                     : std::to_string(bytes / kMiB) + " MiB";
}

// Which limit the processes exceed, in words; empty if none.
std::string exceeded_by(const Descendants& all, ControlGroup::Refused refused, const Limits& limits) {
    if (all.memory > limits.memory || refused == ControlGroup::Refused::kMemory)
        return "needed more than " + amount(limits.memory) + " of memory";
    if (all.running > limits.processes)
        return "started more than " + std::to_string(limits.processes) + " processes";
    if (all.threads > limits.threads || refused == ControlGroup::Refused::kTasks)
        return "started more than " + std::to_string(limits.threads) + " threads";
    return "";
}

// A process that the machine refused something says nothing about its program.
void check_machine(ControlGroup::Refused refused) {
    if (refused == ControlGroup::Refused::kMemoryByMachine)
        throw std::runtime_error("The machine had no more memory.");
    if (refused == ControlGroup::Refused::kTasksByMachine)
        throw std::runtime_error("The machine could start no more processes.");
}

// Waits for children that have ended: notes in `over` which of the commands these are, and how the first command ended in `status`.
void reap(const std::vector<pid_t>& children, std::vector<bool>& over, int& status) {
    int how = 0;
    for (pid_t child; (child = waitpid(-1, &how, WNOHANG)) > 0;) {
        const auto command = std::find(children.begin(), children.end(), child);
        if (command == children.end()) continue;  // an orphan
        over[static_cast<std::size_t>(command - children.begin())] = true;
        if (child == children[0]) status = how;
    }
}

// A supervisor that waits for its turn behind a thousand processes comes too late. Without the right to do so, nothing changes.
void take_precedence() {
    sched_param lowest{};
    lowest.sched_priority = 1;
    sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest);
}

}  // namespace

void become_supervisor() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    struct sigaction action {};
    action.sa_handler = note;
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaction(number, &action, nullptr);
    signal(SIGPIPE, SIG_IGN);
    if (!can_list_descendants())
        throw std::runtime_error(
            "Nothing was graded: this kernel does not list the children of processes (CONFIG_PROC_CHILDREN), "
            "so answers that start processes could not be stopped.");
}

bool was_asked_to_stop() { return asked_to_stop != 0; }

Ended run_supervised(const std::vector<Command>& commands, const Limits& limits) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    Ended ended;
    Pipe output;
    fcntl(output.ends[0], F_SETFL, O_NONBLOCK);
    const ControlGroup group(limits.memory, limits.threads);
    const KillAtTheEnd everything;
    take_precedence();
    std::vector<pid_t> children;
    ended.over.resize(commands.size());
    {
        const CloseFiles inherited(commands);
        for (const Command& command : commands)
            children.push_back(start(command, limits, group, output.ends[1]));
    }
    output.close_end(1);
    std::size_t written = 0;
    double next_look = 0;
    int status = 0;
    bool over = false;
    while (!over) {
        // The first child's end is not an event of poll: look soon at first, for most commands are short.
        pollfd wait{output.ends[0], POLLIN, 0};
        poll(&wait, output.ends[0] >= 0 ? 1 : 0, elapsed() < 1 ? 5 : 20);
        if (asked_to_stop) throw Interrupted{};
        if (output.ends[0] >= 0 && !read_output(output.ends[0], ended.output, written)) output.close_end(0);
        reap(children, ended.over, status);
        over = ended.over[0];
        if (over) break;
        if (written > limits.output) ended.exceeded = "printed more than " + amount(limits.output);
        if (elapsed() > limits.seconds) ended.ending.timed_out = true;
        if (elapsed() > next_look) {
            const std::string too_much = exceeded_by(descendants(limits.processes), group.refused(), limits);
            if (!too_much.empty()) ended.exceeded = too_much;
            next_look = elapsed() + kLookEvery;
        }
        if (ended.ending.timed_out || !ended.exceeded.empty()) {
            status = SIGKILL;
            over = true;
        }
    }
    ended.ending.seconds = elapsed();
    const ControlGroup::Refused refused = group.refused();
    kill_descendants();
    // The signal may have gone to the command as well. Its end says nothing then.
    if (asked_to_stop) throw Interrupted{};
    if (ended.exceeded.empty()) ended.exceeded = exceeded_by({}, refused, limits);
    if (ended.exceeded.empty()) check_machine(refused);
    if (output.ends[0] >= 0) read_output(output.ends[0], ended.output, written);
    if (WIFSIGNALED(status)) ended.ending.signal = WTERMSIG(status);
    if (WIFEXITED(status)) ended.ending.exit_code = WEXITSTATUS(status);
    return ended;
}

}  // namespace grade
