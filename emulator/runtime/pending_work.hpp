// Work that cannot run when it is issued, because a host function precedes it in its stream.
//
// Host functions (cudaLaunchHostFunc, cudaStreamAddCallback) run on a thread of their own, as under CUDA: one may
// wait for something that the program does next. Work issued after a host function waits here. It then runs on that
// thread, or on one that waits for it. While no host function is in flight nothing is pending, and all work runs when
// it is issued.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

struct PendingTask {
    u64 number = 0;        // in the order of issue; 1 is the first
    u64 stream = 0;        // its id
    bool blocking = true;  // a stream that the legacy default stream waits for
    bool host = false;     // a host function: runs without the lock, on its thread only
    bool even_after_fault = false;
    std::vector<u64> after;  // the numbers of tasks that run before it
    const char* call = "";   // the call that issued it
    std::function<void()> work;
    bool running = false;
};

// Callers of every member hold the context's mutex, exactly once. Members that wait release it meanwhile.
class PendingWork {
  public:
    explicit PendingWork(std::recursive_mutex& mutex) : mutex_(mutex) {}

    u64 add(PendingTask task);  // returns its number
    bool is_pending(u64 number) const;
    const std::list<PendingTask>& tasks() const { return tasks_; }

    void wait_for(const std::vector<u64>& numbers);
    void wait_for_all();
    // Waits briefly for a host function, so that work after a short one need not be put off.
    void wait_a_moment_for(u64 number);

    // Throws the device's error, or the first error of a task since the last call of this function.
    void check();

  private:
    using Task = std::list<PendingTask>::iterator;
    Task ready_task(bool host_too);
    void execute(Task task);
    void run_until(bool host_too, const std::function<bool()>& done);

    std::recursive_mutex& mutex_;
    std::condition_variable_any changed_;
    std::list<PendingTask> tasks_;
    u64 last_number_ = 0;
    bool thread_started_ = false;
    cudaError_t error_ = cudaSuccess;
};

// Whether this thread is in a host function of a stream, where CUDA permits no CUDA calls.
bool in_host_function();

}  // namespace simt::runtime
