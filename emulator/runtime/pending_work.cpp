// See pending_work.hpp.
#include "emulator/runtime/pending_work.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "emulator/exec/own_threads.hpp"
#include "emulator/report/names.hpp"
#include "emulator/runtime/errors.hpp"

namespace simt::runtime {
namespace {

constexpr std::chrono::milliseconds kMoment{50};
constexpr std::chrono::milliseconds kLook{
    5};  // between two looks of a call that waits for a kernel that waits
thread_local bool in_function = false;

}  // namespace

bool in_host_function() { return in_function; }

u64 PendingWork::add(PendingTask task) {
    const auto start = [this](bool& started, Runner runner) {
        if (std::exchange(started, true)) return;
        std::thread([this, runner] {  // detached: the context it belongs to is never destroyed
            exec::note_own_thread();
            const std::lock_guard lock(mutex_);
            run_until(runner, [] { return false; });
        })
            .detach();
    };
    if (task.waiting == nullptr) start(host_thread_started_, Runner::HostFunctions);
    if (task.waiting != nullptr) start(watch_started_, Runner::Watch);
    task.number = ++last_number_;
    tasks_.push_back(std::move(task));
    changed_.notify_all();
    return last_number_;
}

std::shared_ptr<WaitingWork> PendingWork::begin(const std::function<void()>& work) {
    may_wait_ = true;
    try {
        work();
    } catch (...) {
        may_wait_ = false;
        throw;
    }
    may_wait_ = false;
    if (begun_ != nullptr) last_change_ = std::chrono::steady_clock::now();
    return std::exchange(begun_, nullptr);
}

bool PendingWork::is_pending(u64 number) const {
    return std::any_of(tasks_.begin(), tasks_.end(),
                       [&](const PendingTask& task) { return task.number == number; });
}

PendingWork::Task PendingWork::ready_task(Runner runner) {
    return std::find_if(tasks_.begin(), tasks_.end(), [&](const PendingTask& task) {
        return !task.running && (runner == Runner::HostFunctions || !task.host) &&
               std::none_of(task.after.begin(), task.after.end(),
                            [&](u64 number) { return is_pending(number); }) &&
               (task.waiting == nullptr || device_error() != cudaSuccess || task.waiting->can_go_on() ||
                (runner == Runner::Watch && task.waiting->is_due()));
    });
}

PendingWork::Task PendingWork::first_waiting() {
    return std::find_if(tasks_.begin(), tasks_.end(),
                        [](const PendingTask& task) { return task.waiting != nullptr; });
}

// After a turn of the task.
void PendingWork::settle(Task task, bool ended) {
    task->running = false;
    if (ended) tasks_.erase(task);
    changed_.notify_all();
}

void PendingWork::execute(Task task) {
    task->running = true;
    const auto run = [&](const std::function<void()>& work) {
        if (const cudaError_t error = outcome_of(task->call, work); error_ == cudaSuccess) error_ = error;
    };
    bool ended = true;
    if (task->waiting != nullptr) {
        if (task->waiting->can_go_on()) {
            last_change_ = std::chrono::steady_clock::now();
            said_ = false;
        }
        run([&] {
            if (device_error() == cudaSuccess)
                ended = task->waiting->go_on();
            else
                task->waiting->abandon("it was ended because of the error of another launch");
        });
    } else if (device_error() == cudaSuccess || task->even_after_fault) {
        if (task->host) {
            mutex_.unlock();
            in_function = true;
            task->work();
            in_function = false;
            mutex_.lock();
        } else {
            run([&] { task->waiting = begin(task->work); });
            ended = task->waiting == nullptr;
            task->work = {};
        }
    }
    settle(task, ended);
}

void PendingWork::run_until(Runner runner, const std::function<bool()>& done) {
    OtherThreads others;
    int asked = 0;
    while (!done()) {
        const Task task = ready_task(runner);
        if (task != tasks_.end()) {
            execute(task);
            asked = 0;
        } else if (runner == Runner::HostFunctions || first_waiting() == tasks_.end()) {
            changed_.wait(mutex_);
        } else if (runner == Runner::Watch) {
            watch();
        } else {
            wait_in_call(others, asked);
        }
    }
}

// Nothing can run now, and a kernel waits. Ends it if nobody is left who could write the memory that it polls.
void PendingWork::wait_in_call(OtherThreads& others, int& asked) {
    constexpr int kTimes = 3;  // that the same answer is believed
    const WaitsInCall waits;
    const bool host_function =
        std::ranges::any_of(tasks_, [](const PendingTask& task) { return task.host && task.running; });
    asked = !host_function && others.are_gone() ? asked + 1 : 0;
    if (asked < kTimes) {
        changed_.wait_for(mutex_, kLook);
        return;
    }
    asked = 0;
    end_or_go_on(first_waiting(), why_nobody_writes(*first_waiting()));
}

// Ends a kernel that waits, unless the memory has changed or its threads give up waiting.
void PendingWork::end_or_go_on(Task task, const std::string& why) {
    bool ended = true;
    task->running = true;
    outcome_of(task->call, [&] { ended = task->waiting->go_on_or_end(why); });
    settle(task, ended);
}

std::string PendingWork::why_nobody_writes(const PendingTask& task) const {
    if (tasks_.size() == 1 && task.waiting->is_private()) return {};
    std::string text = fmt::format(
        "the program waits for the kernel in {}, and no work in other streams runs", current_call());
    const auto behind = std::ranges::count_if(
        tasks_, [&](const PendingTask& other) { return std::ranges::count(other.after, task.number) != 0; });
    if (behind != 0)
        text += fmt::format(". {} behind the kernel {} for its end",
                            report::counted(behind, "piece of work", "pieces of work"),
                            behind == 1 ? "waits" : "wait");
    for (const PendingTask& other : tasks_)
        if (other.waiting != nullptr && other.number != task.number)
            text += fmt::format(". Another kernel waits, too, {}", other.waiting->description());
    return text;
}

// Looks after the kernels that wait: often at first, since a program may answer a kernel within microseconds, then more and more seldom.
void PendingWork::watch() {
    using namespace std::chrono;
    const auto waited = steady_clock::now() - last_change_;
    if (waited < milliseconds(2)) {
        mutex_.unlock();
        std::this_thread::yield();
        mutex_.lock();
        return;
    }
    if (waited > seconds(5) && !std::exchange(said_, true))
        for (const PendingTask& task : tasks_)
            if (task.waiting != nullptr) say("{}", task.waiting->description());
    changed_.wait_for(mutex_, waited < seconds(1) ? microseconds(50) : microseconds(1000));
}

void PendingWork::go_on() {
    while (first_waiting() != tasks_.end()) {
        const Task task = ready_task(Runner::Call);
        if (task == tasks_.end()) return;
        execute(task);
    }
}

void PendingWork::end_waiting(bool interrupt) {
    if (interrupt) {
        for (; first_waiting() != tasks_.end(); tasks_.erase(first_waiting()))
            first_waiting()->waiting->interrupt();
        return;
    }
    for (go_on(); first_waiting() != tasks_.end(); go_on())
        end_or_go_on(first_waiting(), "the program has ended, and it had not waited for the kernel");
}

void PendingWork::wait_for(const std::vector<u64>& numbers) {
    run_until(Runner::Call, [&] {
        return std::none_of(numbers.begin(), numbers.end(), [&](u64 n) { return is_pending(n); });
    });
}

void PendingWork::wait_for_all(int device) {
    const u64 last = last_number_;
    run_until(Runner::Call, [&] {
        return std::none_of(tasks_.begin(), tasks_.end(), [&](const PendingTask& task) {
            return task.device == device && task.number <= last;
        });
    });
}

void PendingWork::wait_a_moment_for(u64 number) {
    changed_.wait_for(mutex_, kMoment, [&] { return !is_pending(number); });
}

void PendingWork::check() {
    check_device_error();
    if (error_ != cudaSuccess) throw Failure{std::exchange(error_, cudaSuccess), {}};
}

}  // namespace simt::runtime
