// Work that cannot run, or cannot end, when it is issued: a host function precedes it in its stream, or it is a kernel that polls
// memory.
//
// Host functions (cudaLaunchHostFunc, cudaStreamAddCallback) run on a thread of their own, as under CUDA: one may
// wait for something that the program does next. Work issued after a host function waits here. It then runs on that
// thread, or on one that waits for it. While no host function is in flight and no kernel waits, nothing is pending, and all work runs
// when it is issued.
//
// A kernel whose threads all poll memory (WaitingWork) stays in its place in its stream. A thread of its own looks at that memory and lets
// the kernel go on when it has changed. Work in other streams, and the program, go on meanwhile.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/other_threads.hpp"

namespace simt::runtime {

// A kernel that has begun and polls memory that somebody else writes. Its members are called with the context's mutex held.
class WaitingWork {
  public:
    virtual ~WaitingWork() = default;
    virtual bool can_go_on() = 0;  // the memory has changed
    virtual bool is_due() = 0;     // it may go on by itself, and it is time to let it try
    virtual bool go_on() = 0;      // false: it waits again
    // The same, and if it waits for the same memory still, it ends as a deadlock: nobody else can write there, for this reason. Empty:
    // nobody ever could.
    virtual bool go_on_or_end(const std::string& why) = 0;
    virtual bool is_private() const = 0;               // the host cannot write this memory without a call
    virtual void abandon(const std::string& why) = 0;  // it ends, without a finding
    virtual void interrupt() = 0;                      // the program ends
    // "launch 1 of serve: block (0,0,0) waits: …".
    virtual std::string description() const = 0;
};

struct PendingTask {
    u64 number = 0;        // in the order of issue; 1 is the first
    u64 stream = 0;        // its id
    int device = 0;        // the stream's
    bool blocking = true;  // a stream that the legacy default stream waits for
    bool host = false;     // a host function: runs without the lock, on its thread only
    bool even_after_fault = false;
    std::vector<u64> after;  // the numbers of tasks that run before it
    const char* call = "";   // the call that issued it
    std::function<void()> work;
    std::shared_ptr<WaitingWork> waiting = {};  // it has begun
    bool running = false;
};

// Callers of every member hold the context's mutex, exactly once. Members that wait release it meanwhile.
class PendingWork {
  public:
    explicit PendingWork(std::recursive_mutex& mutex) : mutex_(mutex) {}

    u64 add(PendingTask task);  // returns its number

    // Runs work that need not end now: kernels in it may call wait(). Returns what waits then.
    std::shared_ptr<WaitingWork> begin(const std::function<void()>& work);
    bool may_wait() const { return may_wait_; }
    void forbid_waiting() { may_wait_ = false; }  // until that work has ended
    void wait(std::shared_ptr<WaitingWork> work) { begun_ = std::move(work); }
    // Lets kernels that wait go on that can, and what comes behind them: for a program that asks again and again whether work has
    // ended.
    void go_on();
    // At the end of the program: lets all kernels go on that can and ends the others, as deadlocks or as interrupted.
    void end_waiting(bool interrupt);

    bool is_pending(u64 number) const;
    const std::list<PendingTask>& tasks() const { return tasks_; }

    void wait_for(const std::vector<u64>& numbers);
    void wait_for_all(int device);  // that are pending now
    // Waits briefly for a host function, so that work after a short one need not be put off.
    void wait_a_moment_for(u64 number);

    // Throws the device's error, or the first error of a task since the last call of this function.
    void check();

  private:
    using Task = std::list<PendingTask>::iterator;
    // Who runs tasks: a call that waits for them, the thread for host functions, or the one that looks after kernels that wait.
    enum class Runner { Call, HostFunctions, Watch };
    Task ready_task(Runner runner);
    Task first_waiting();
    void execute(Task task);
    void settle(Task task, bool ended);
    void run_until(Runner runner, const std::function<bool()>& done);
    void end_or_go_on(Task task, const std::string& why);
    void wait_in_call(OtherThreads& others, int& asked);
    void watch();
    std::string why_nobody_writes(const PendingTask& task) const;

    std::recursive_mutex& mutex_;
    std::condition_variable_any changed_;
    std::list<PendingTask> tasks_;
    u64 last_number_ = 0;
    bool host_thread_started_ = false, watch_started_ = false;
    bool may_wait_ = false;
    std::shared_ptr<WaitingWork> begun_;
    std::chrono::steady_clock::time_point last_change_;  // a kernel that waited has gone on
    bool said_ = false;                                  // that one waits, since then
    cudaError_t error_ = cudaSuccess;
};

// Whether this thread is in a host function of a stream, where CUDA permits no CUDA calls.
bool in_host_function();

}  // namespace simt::runtime
