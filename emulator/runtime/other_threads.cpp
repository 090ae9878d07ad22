// See other_threads.hpp.
#include "emulator/runtime/other_threads.hpp"

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>

#include "emulator/exec/own_threads.hpp"

namespace simt::runtime {
namespace {

struct Waiting {
    std::mutex mutex;
    std::multiset<pid_t> threads;
};

Waiting& waiting() {
    static Waiting& waiting = *new Waiting;
    return waiting;
}

bool waits_in_call(pid_t thread) {
    const std::lock_guard lock(waiting().mutex);
    return waiting().threads.contains(thread);
}

// The lines that count how often the thread has left a processor, and its state.
std::string turns_of(pid_t thread) {
    std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
    std::string turns;
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("State:") || line.find("ctxt_switches:") != std::string::npos) turns += line;
    return turns;
}

// The program's threads but those that wait.
std::map<pid_t, std::string> others() {
    std::map<pid_t, std::string> found;
    DIR* const tasks = opendir("/proc/self/task");
    if (tasks == nullptr) return found;
    while (const dirent* const entry = readdir(tasks)) {
        const pid_t thread = std::atoi(entry->d_name);
        if (thread == 0 || exec::is_own_thread(thread) || waits_in_call(thread)) continue;
        found[thread] = turns_of(thread);
    }
    closedir(tasks);
    return found;
}

}  // namespace

WaitsInCall::WaitsInCall() {
    const std::lock_guard lock(waiting().mutex);
    waiting().threads.insert(gettid());
}

WaitsInCall::~WaitsInCall() {
    const std::lock_guard lock(waiting().mutex);
    waiting().threads.erase(waiting().threads.find(gettid()));
}

bool OtherThreads::are_gone() {
    std::map<pid_t, std::string> now = others();
    if (!now.empty() && known_.empty()) {
        exec::note_idle_threads();
        now = others();
    }
    if (now.empty()) return true;
    const auto time = std::chrono::steady_clock::now();
    if (now != known_) {
        known_ = std::move(now);
        since_ = time;
    }
    return time - since_ > kLongSleep;
}

}  // namespace simt::runtime
