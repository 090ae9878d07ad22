// See own_threads.hpp.
#include "emulator/exec/own_threads.hpp"

#include <omp.h>
#include <unistd.h>

#include <map>
#include <mutex>

namespace simt::exec {

namespace {

struct Threads {
    std::mutex mutex;
    std::map<pid_t, bool> shared;
};

// Never destroyed: threads may end after the program's last static object.
Threads& threads() {
    static Threads& threads = *new Threads;
    return threads;
}

// The system gives the number of an ended thread to a later one.
struct Noted {
    explicit Noted(bool shared) {
        const std::lock_guard lock(threads().mutex);
        threads().shared[gettid()] = shared;
    }
    ~Noted() {
        const std::lock_guard lock(threads().mutex);
        threads().shared.erase(gettid());
    }
    Noted(const Noted&) = delete;
    Noted& operator=(const Noted&) = delete;
};

}  // namespace

void note_own_thread(bool shared) { thread_local const Noted noted(shared); }

void note_idle_threads() {
    if (omp_get_level() > 0) return;
#pragma omp parallel
    if (omp_get_thread_num() != 0) note_own_thread(true);
}

bool is_own_thread(pid_t thread) {
    const std::lock_guard lock(threads().mutex);
    const auto found = threads().shared.find(thread);
    return found != threads().shared.end() && !(found->second && omp_get_level() > 0);
}

}  // namespace simt::exec
