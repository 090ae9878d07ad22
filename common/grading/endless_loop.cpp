// See endless_loop.hpp. A thread looks several times a second whether anything has happened.
#include "common/grading/endless_loop.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <tuple>

#include "common/cuda/counters.hpp"

namespace grading {
namespace {

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Bytes in the file that standard output goes to.
off_t printed() {
    struct stat file {};
    return fstat(STDOUT_FILENO, &file) == 0 ? file.st_size : 0;
}

void watch(double seconds) {
    auto done = std::tuple(gpu::emulator::calls(), printed());
    double since = cpu_seconds();
    for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        const auto now =
            std::tuple(gpu::emulator::calls(), printed());  // waits for the end of a running call
        if (now != done) {
            done = now;
            since = cpu_seconds();
        } else if (cpu_seconds() - since > seconds) {
            kill(getpid(), SIGXCPU);
        }
    }
}

}  // namespace

void end_endless_loops(double seconds) {
    if (gpu::emulator::present()) std::thread(watch, seconds).detach();
}

}  // namespace grading
