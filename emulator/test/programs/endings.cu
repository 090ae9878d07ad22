// A program that does not end by returning from main: endings CASE. Each case has launched a kernel and printed a line that still waits
// in the buffer of printf. runtime/endings_test.cpp runs it.
#include <cuda_runtime.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

__global__ void fill(int* p, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) p[k] = k;
}

// The first block has ended when the host learns of the launch. It reads what nothing has written; the others never end.
__global__ void endless(int* p, int* begun, const int* unwritten) {
    if (blockIdx.x == 0) {
        p[threadIdx.x + 64] = unwritten[threadIdx.x] > 0;
        return;
    }
    if (threadIdx.x == 0) atomicExch(begun, 1);
    while (true) atomicAdd(&p[threadIdx.x], 1);
}

static void launched() {
    int* p = nullptr;
    cudaMalloc(&p, 1000 * sizeof(int));
    fill<<<4, 256>>>(p, 1000);
    cudaDeviceSynchronize();
    std::printf("printed before the end\n");
}

// Runs `end` on another thread while a launch runs that does not end by itself.
template <class End>
static int during_a_launch(End end) {
    launched();
    int *p = nullptr, *begun = nullptr, *unwritten = nullptr;
    cudaMalloc(&p, 128 * sizeof(int));
    cudaMemset(p, 0, 128 * sizeof(int));
    cudaMalloc(&unwritten, 32 * sizeof(int));
    cudaMallocManaged(&begun, sizeof(int));
    *begun = 0;
    std::thread other([=] {
        while (*static_cast<volatile int*>(begun) == 0) std::this_thread::yield();
        end();
    });
    endless<<<3, 32>>>(p, begun, unwritten);
    cudaDeviceSynchronize();
    std::printf("not reached\n");
    other.join();
    return 0;
}

static int read_null() { return *static_cast<volatile int*>(nullptr); }

[[gnu::noinline]] static int overflow(int depth) {
    volatile char here[4096];
    here[0] = static_cast<char>(depth);
    return depth < 0 ? 0 : overflow(depth + 1) + here[0];
}

static void wait_for_signal(int) { std::printf("the program's own handler\n"); }

// A signal to the whole process, as kill sends it from a shell.
static void send(int number) { kill(getpid(), number); }

static int run(const std::string& name) {
    static const struct {
        const char* name;
        int number;
    } kSignals[] = {
        {"INT", SIGINT}, {"TERM", SIGTERM}, {"HUP", SIGHUP}, {"QUIT", SIGQUIT}, {"USR1", SIGUSR1}};
    for (const auto& each : kSignals) {
        if (name == each.name) {
            launched();
            send(each.number);
            while (true) pause();
        }
        if (name == std::string(each.name) + "_in_a_launch")
            return during_a_launch([&each] { send(each.number); });
    }
    if (name == "INT_in_a_launch_by_others") return during_a_launch([] {});
    if (name == "twice_in_a_launch") return during_a_launch([] { send(SIGTERM), send(SIGTERM); });
    if (name == "exit_in_a_launch") return during_a_launch([] { std::exit(7); });
    if (name == "_exit_in_a_launch") return during_a_launch([] { _exit(7); });
    if (name == "read_null_in_a_launch") return during_a_launch([] { read_null(); });
    if (name == "own_handler_in_a_launch") {
        signal(SIGINT, wait_for_signal);
        return during_a_launch([] { send(SIGINT), send(SIGTERM); });
    }
    if (name == "handler_exits_in_a_launch") {
        signal(SIGINT, [](int) { std::exit(8); });
        return during_a_launch([] { send(SIGINT); });
    }

    if (name == "cout") {
        std::ios_base::sync_with_stdio(false);
        std::cout << "printed to std::cout\n";
    }
    launched();
    if (name == "abort") std::abort();
    if (name == "assert") assert(name == "right");
    if (name == "throw") throw std::runtime_error("nobody catches this");
    if (name == "_exit") _exit(3);
    if (name == "_Exit") std::_Exit(4);
    if (name == "quick_exit") std::quick_exit(5);
    if (name == "read_null") return read_null();
    if (name == "overflow") return overflow(0);
    if (name == "divide") {
        volatile int one = 1, none = 0;
        return one / none;
    }
    if (name == "bus") {
        const int file = open("/proc/self/exe", O_RDONLY);
        const off_t end = lseek(file, 0, SEEK_END) / 4096 * 4096 + 8192;
        return *static_cast<volatile char*>(mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, file, end));
    }
    if (name == "free_twice") {
        void* volatile p = std::malloc(100);
        std::free(p);
        std::free(p);
    }
    // Others must not wait for the lock of an output that a stopped thread holds.
    if (name == "with_stdout_locked") {
        flockfile(stdout);
        return read_null();
    }
    if (name == "with_stderr_locked") {
        flockfile(stderr);
        return read_null();
    }
    if (name == "ignored") {
        signal(SIGINT, SIG_IGN);
        send(SIGINT);
    }
    if (name == "fork") {
        std::fflush(stdout);
        const pid_t child = fork();
        if (child == 0) read_null();
        int status = 0;
        waitpid(child, &status, 0);
        std::printf("the child died of signal %d\n", WTERMSIG(status));
        return 0;
    }
    if (name == "pthread_exit") {
        std::thread([] { std::printf("another thread is last\n"); }).detach();
        pthread_exit(nullptr);
    }
    if (name == "KILL") raise(SIGKILL);
    char* const nothing[] = {nullptr};
    if (name == "exec") execle("/bin/true", "true", nullptr, nothing);
    return name == "cout" ? 0 : 99;
}

int main(int argc, char** argv) { return argc > 1 ? run(argv[1]) : 99; }
