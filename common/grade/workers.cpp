// See workers.hpp.
#include "common/grade/workers.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <stdexcept>

#include "common/grade/cgroup.hpp"
#include "common/grade/process_tree.hpp"
#include "common/grade/supervise.hpp"

namespace grade {
namespace {

constexpr useconds_t kPause = 10'000;  // microseconds

// -1 if the machine can start no process.
pid_t start_worker(const std::string& folder) {
    const pid_t child = fork();
    if (child != 0) return child;
    setpgid(0, 0);  // Ctrl-C reaches the first process alone, which ends the others
    const int log = open((folder + "/log").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execl("/proc/self/exe", "grade", "--one", folder.c_str(), nullptr);
    _exit(127);
}

}  // namespace

void run_workers(const std::vector<std::string>& folders, unsigned jobs,
                 const std::function<void(std::size_t)>& done) {
    const KillAtTheEnd everything;
    std::map<pid_t, std::size_t> workers;
    std::size_t next = 0;
    while (next < folders.size() || !workers.empty()) {
        while (next < folders.size() && workers.size() < jobs) {
            const pid_t worker = start_worker(folders[next]);
            if (worker < 0 && workers.empty()) throw std::runtime_error("No process can be started.");
            if (worker < 0) break;  // until another one has ended
            workers.emplace(worker, next++);
        }
        const pid_t ended = waitpid(-1, nullptr, WNOHANG);
        if (was_asked_to_stop()) throw Interrupted{};
        if (ended <= 0) usleep(kPause);
        const auto worker = workers.find(ended);
        if (worker == workers.end()) continue;
        const std::size_t index = worker->second;
        workers.erase(worker);
        // Orphans of a worker that was killed have become children of this process.
        kill_descendants([&](pid_t child) { return workers.contains(child); });
        remove_left_groups();
        done(index);
    }
}

}  // namespace grade
