// Which programs are ended because they seem to loop for ever.
#include "common/grading/endless_loop.hpp"

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>

#include "common/cuda/counters.hpp"
#include "common/testing/skip.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

constexpr double kSeconds = 0.5;

// The signal that ends a process in which body() runs, or 0 if it comes to its end. Its output goes to a file.
int signal_of(const std::function<void()>& body) {
    const testing::TemporaryFolder folder;
    const std::string output = folder / "output";
    const pid_t child = fork();
    if (child == 0) {
        dup2(open(output.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        grading::end_endless_loops(kSeconds);
        body();
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Computes for a while, and does something every tenth of a second.
void compute(double seconds, const std::function<void()>& something) {
    using Clock = std::chrono::steady_clock;
    const auto passed = [begin = Clock::now()] {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    for (double next = 0.1; passed() < seconds;) {
        if (passed() < next) continue;
        something();
        next += 0.1;
    }
}

bool emulated() {
    if (gpu::emulator::present()) return true;
    testing::skip("a GPU does not tell when calls begin and end");
    return false;
}

}  // namespace

TEST_CASE("a loop that calls nothing and prints nothing is ended") {
    if (!emulated()) return;
    CHECK(signal_of([] { compute(20, [] {}); }) == SIGXCPU);
}

TEST_CASE("a program that takes long is not ended while it calls the runtime or prints") {
    if (!emulated()) return;
    CHECK(signal_of([] {
              compute(4 * kSeconds, [] {
                  int device = 0;
                  cudaGetDevice(&device);
              });
          }) == 0);
    CHECK(signal_of([] { compute(4 * kSeconds, [] { CHECK(write(STDOUT_FILENO, ".", 1) == 1); }); }) == 0);
}

TEST_CASE("a program that waits without computing is not ended") {
    if (!emulated()) return;
    CHECK(signal_of([] { usleep(static_cast<useconds_t>(2e6 * kSeconds)); }) == 0);
}
