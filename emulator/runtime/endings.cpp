// See endings.hpp.
#include "emulator/runtime/endings.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <iterator>
#include <thread>

#include "emulator/exec/own_threads.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/launch_progress.hpp"

namespace simt::runtime {
namespace {

struct Signal {
    int number;
    const char* name;
    // The instruction or the call at which the thread stands cannot go on: the thread waits for the report. Else it goes on meanwhile.
    bool stops_thread;
};

constexpr Signal kSignals[] = {
    {SIGINT, "SIGINT (Ctrl-C)", false},
    {SIGTERM, "SIGTERM", false},
    {SIGHUP, "SIGHUP (its terminal was closed)", false},
    {SIGQUIT, "SIGQUIT (Ctrl-\\)", false},
    {SIGALRM, "SIGALRM (its alarm)", false},
    {SIGXCPU, "SIGXCPU (its limit of processor time)", false},
    {SIGUSR1, "SIGUSR1", false},
    {SIGUSR2, "SIGUSR2", false},
    {SIGPIPE, "SIGPIPE (nobody reads its output any more)", true},
    {SIGABRT, "SIGABRT (abort, a failed assert or an uncaught exception)", true},
    {SIGSEGV, "SIGSEGV (a segmentation fault of its host code)", true},
    {SIGBUS, "SIGBUS (an access of its host code to memory that is not there)", true},
    {SIGFPE, "SIGFPE (an arithmetic error of its host code)", true},
    {SIGILL, "SIGILL (an illegal instruction of its host code)", true},
};

constexpr unsigned kPatienceSeconds =
    5;  // without progress of the report; then the program ends without the rest of it
constexpr std::chrono::milliseconds kPatienceForLock(3000), kPatienceForOutput(300), kPause(2);

pid_t program = 0;
pthread_t writer;
std::atomic<bool> writer_runs{false};
sem_t asked, written;
void (*report_writer)(const std::string& how) = nullptr;

// How the program ends; set once, by who sets `begun`.
std::atomic<bool> begun{false}, complete{false}, ending{false}, watched{false};
std::atomic<int> by_signal{0}, exit_code{0};
std::atomic<s64> since{0};          // seconds
std::atomic<pthread_t> reporter{};  // who writes the report
std::atomic<bool> leaves{false};    // no end: the writer itself is to end

s64 seconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

// From here on the signal has its usual effect, on this thread too.
void let_kill(int number) {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(number, &usual, nullptr);
    raise(number);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

// Only calls that a signal handler may make.
[[noreturn]] void end_as_begun() {
    if (by_signal != 0) let_kill(by_signal);
    syscall(SYS_exit_group, exit_code.load());
    __builtin_unreachable();
}

void on_lost_patience(int) { end_as_begun(); }

void watch() {
    struct sigaction action {};
    action.sa_handler = on_lost_patience;
    sigaction(SIGALRM, &action, nullptr);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    watched = true;
    alarm(kPatienceSeconds);
}

// The output of printf that still waits in the program's buffer comes before the report. A thread that was stopped within printf
// keeps the lock, and then its output is lost, as it is without the emulator. running: another thread may still write to std::cout,
// which has no lock.
void flush_output(bool running) {
    for (auto waited = std::chrono::milliseconds(0); waited < kPatienceForOutput; waited += kPause) {
        if (ftrylockfile(stdout) == 0) {
            if (!running) std::cout.flush();
            fflush_unlocked(stdout);
            funlockfile(stdout);
            return;
        }
        std::this_thread::sleep_for(kPause);
    }
}

std::string how_it_ends() {
    if (by_signal == 0) return fmt::format("called _exit({})", exit_code.load());
    const auto* const found = std::ranges::find(kSignals, by_signal.load(), &Signal::number);
    return fmt::format("was ended by {}", found->name);
}

void* write_when_asked(void*) {
    exec::note_own_thread();
    std::free(std::malloc(1));  // memory of its own: another thread may stop for good within malloc
    while (sem_wait(&asked) != 0) {
    }
    if (leaves) return nullptr;
    reporter = pthread_self();
    watch();
    const auto* const found = std::ranges::find(kSignals, by_signal.load(), &Signal::number);
    const bool stopped = found == std::end(kSignals) || found->stops_thread;
    flush_output(!stopped);
    report_writer(how_it_ends());
    complete = true;
    if (by_signal != 0 && stopped) {
        sem_post(&written);  // that thread is the one to die, for who looks at the core
        pause();
    }
    end_as_begun();
}

bool can_report() { return writer_runs && getpid() == program && !complete; }

// True for the first end of the program.
bool is_first() {
    if (begun.exchange(true)) return false;
    since = seconds_now();
    return true;
}

// Has the report written, unless it is being written already.
bool begin(int number, int code) {
    if (!is_first()) return false;
    by_signal = number;
    exit_code = code;
    ending = true;
    sem_post(&asked);
    return true;
}

// A thread that does not go on must not keep the context from others. Unlocking fails for one that has not locked it.
void give_up_context() {
    while (pthread_mutex_unlock(context().mutex.native_handle()) == 0) {
    }
}

void wait_for_report() {
    give_up_context();
    while (sem_wait(&written) != 0) {
    }
}

void on_signal(int number, siginfo_t*, void*) {
    const int error = errno;
    constexpr s64 kSecondTime =
        1;  // a signal that came twice at once, through the terminal and from a parent, is one
    const auto* const found = std::ranges::find(kSignals, number, &Signal::number);
    if (begun && pthread_equal(pthread_self(), reporter) && by_signal != 0) {
        end_as_begun();  // the report itself failed
    } else if (!can_report() || (begun && pthread_equal(pthread_self(), reporter))) {
        let_kill(number);
    } else if (found->stops_thread) {
        if (!begin(number, 0)) stay_until_the_end();
        wait_for_report();
        let_kill(number);
    } else if (!begin(number, 0) && seconds_now() - since > kSecondTime) {
        let_kill(number);
    }
    errno = error;
}

// A stack overflow of the main thread leaves no room for the handler. Other threads die of theirs without a report.
void prepare_stack() {
    stack_t stack{};
    if (sigaltstack(nullptr, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
    stack.ss_flags = 0;
    stack.ss_size = 256 << 10;
    stack.ss_sp = std::malloc(stack.ss_size);
    if (stack.ss_sp) sigaltstack(&stack, nullptr);
}

void catch_signals() {
    for (const Signal& each : kSignals) {
        struct sigaction now {};
        if (sigaction(each.number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
        struct sigaction action {};
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        sigaction(each.number, &action, nullptr);
    }
}

// A process whose main thread called pthread_exit ends with its last thread, which must not be ours.
void leave(void*) {
    if (getpid() != program || !writer_runs.exchange(false)) return;
    leaves = true;
    sem_post(&asked);
}

void start_writer() {
    sem_init(&asked, 0, 0);
    sem_init(&written, 0, 0);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    writer_runs = pthread_create(&writer, nullptr, write_when_asked, nullptr) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!writer_runs) return;
    pthread_detach(writer);
    pthread_key_t key;
    if (pthread_key_create(&key, leave) == 0) pthread_setspecific(key, &asked);
}

}  // namespace

void report_with(void (*report)(const std::string& how)) {
    program = getpid();
    report_writer = report;
}

void report_at_any_end() {
    context();
    prepare_stack();
    start_writer();
    if (writer_runs) catch_signals();
}

const std::atomic<bool>& program_is_ending() { return ending; }

void stay_until_the_end() {
    give_up_context();
    while (true) pause();
}

Hold::Hold() {
    for (auto waited = std::chrono::milliseconds(0); waited < kPatienceForLock; waited += kPause) {
        if ((locked_ = context().mutex.try_lock())) return;
        ending = true;
        std::this_thread::sleep_for(kPause);
    }
}

Hold::~Hold() {
    if (locked_) context().mutex.unlock();
}

void interrupt_at_exit() {
    static const bool known =
        std::atexit([] {
            if (getpid() != program || begun) return;
            const Hold interrupted;
            ending = false;  // the destructors of this thread's program may still launch kernels
        }) == 0;
    static_cast<void>(known);
}

void write_at_exit(const std::string& how) {
    if (getpid() != program) return;
    if (!is_first()) stay_until_the_end();
    reporter = pthread_self();
    flush_output(false);
    report_writer(how);
    complete = true;
}

void end_program(const std::string& how, int code) {
    write_at_exit(how);
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
}

void still_writing() {
    if (watched) alarm(kPatienceSeconds);
}

}  // namespace simt::runtime

// What exit_calls.cpp asks for in the place of _exit.
extern "C" [[gnu::visibility("default")]] void simt_end_of_program(int code) {
    using namespace simt::runtime;
    if (!can_report()) return;
    begin(0, code);
    wait_for_report();
}
