// See pending_work.hpp.
#include "emulator/runtime/pending_work.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "emulator/runtime/errors.hpp"

namespace simt::runtime {
namespace {

constexpr std::chrono::milliseconds kMoment{50};
thread_local bool in_function = false;

}  // namespace

bool in_host_function() { return in_function; }

u64 PendingWork::add(PendingTask task) {
    if (!thread_started_) {
        thread_started_ = true;
        std::thread([this] {  // detached: the context it belongs to is never destroyed
            const std::lock_guard lock(mutex_);
            run_until(true, [] { return false; });
        })
            .detach();
    }
    task.number = ++last_number_;
    tasks_.push_back(std::move(task));
    changed_.notify_all();
    return last_number_;
}

bool PendingWork::is_pending(u64 number) const {
    return std::any_of(tasks_.begin(), tasks_.end(),
                       [&](const PendingTask& task) { return task.number == number; });
}

PendingWork::Task PendingWork::ready_task(bool host_too) {
    return std::find_if(tasks_.begin(), tasks_.end(), [&](const PendingTask& task) {
        return !task.running && (host_too || !task.host) &&
               std::none_of(task.after.begin(), task.after.end(),
                            [&](u64 number) { return is_pending(number); });
    });
}

void PendingWork::execute(Task task) {
    task->running = true;
    if (device_error() == cudaSuccess || task->even_after_fault) {
        if (task->host) {
            mutex_.unlock();
            in_function = true;
            task->work();
            in_function = false;
            mutex_.lock();
        } else if (const cudaError_t error = outcome_of(task->call, task->work); error_ == cudaSuccess) {
            error_ = error;
        }
    }
    tasks_.erase(task);
    changed_.notify_all();
}

void PendingWork::run_until(bool host_too, const std::function<bool()>& done) {
    while (!done()) {
        const Task task = ready_task(host_too);
        if (task == tasks_.end())
            changed_.wait(mutex_);
        else
            execute(task);
    }
}

void PendingWork::wait_for(const std::vector<u64>& numbers) {
    run_until(false, [&] {
        return std::none_of(numbers.begin(), numbers.end(), [&](u64 n) { return is_pending(n); });
    });
}

void PendingWork::wait_for_all() {
    const u64 last = last_number_;
    run_until(false, [&] { return tasks_.empty() || tasks_.front().number > last; });
}

void PendingWork::wait_a_moment_for(u64 number) {
    changed_.wait_for(mutex_, kMoment, [&] { return !is_pending(number); });
}

void PendingWork::check() {
    check_device_error();
    if (error_ != cudaSuccess) throw Failure{std::exchange(error_, cudaSuccess), {}};
}

}  // namespace simt::runtime
