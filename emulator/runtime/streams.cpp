// Streams, events and their order; see streams.hpp.
#include "emulator/runtime/streams.hpp"

#include "emulator/runtime/call.hpp"

namespace simt::runtime {
namespace {

cudaError_t refuse_stream(cudaStream_t stream) {
    return refuse(cudaErrorInvalidResourceHandle, "the stream {} does not exist (any more)",
                  static_cast<const void*>(stream));
}

cudaError_t refuse_event(cudaEvent_t event) {
    return refuse(cudaErrorInvalidResourceHandle, "the event {} does not exist (any more)",
                  static_cast<const void*>(event));
}

bool is_blocking(const Stream& stream) { return (stream.flags & cudaStreamNonBlocking) == 0; }

}  // namespace

Stream* Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<Stream>(Stream{next_id_++, flags, priority, {}});
    at_once_ = at_once_ || !is_blocking(*stream) || !streams_.empty();
    Stream* const handle = stream.get();
    streams_[handle] = std::move(stream);
    return handle;
}

bool Streams::destroy(cudaStream_t stream) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return false;
    if (is_blocking(*found->second)) join(departed_, found->second->clock);
    streams_.erase(found);
    return true;
}

// The stamp of the stream's next work: its number, and the work before it.
Stamp Streams::issue(Stream& stream) {
    join(stream.clock, host_);
    if (stream.id == legacy_.id) {
        join(stream.clock, departed_);
        join(stream.clock, per_thread_.clock);
        for (const auto& [handle, other] : streams_)
            if (is_blocking(*other)) join(stream.clock, other->clock);
    } else if (is_blocking(stream)) {
        join(stream.clock, legacy_.clock);
    }
    Stamp stamp{stream.id, ++stream.clock[stream.id], {}};
    stamp.before = stream.clock;
    return stamp;
}

Stream* Streams::find(cudaStream_t stream) {
    if (stream == nullptr || stream == cudaStreamLegacy) return &legacy_;
    if (stream == cudaStreamPerThread) return &per_thread_;
    const auto found = streams_.find(stream);
    return found == streams_.end() ? nullptr : found->second.get();
}

Event* Streams::create_event(unsigned flags) {
    auto event = std::make_shared<Event>();
    event->flags = flags;
    Event* const handle = event.get();
    events_[handle] = std::move(event);
    return handle;
}

bool Streams::destroy_event(cudaEvent_t event) { return events_.erase(event) == 1; }

std::shared_ptr<Event> Streams::find_event(cudaEvent_t event) {
    const auto found = events_.find(event);
    return found == events_.end() ? nullptr : found->second;
}

// The legacy default stream comes after all blocking streams, and they come after it.
std::vector<u64> Streams::before(const Stream& stream) const {
    std::vector<u64> numbers;
    for (const PendingTask& task : pending_.tasks()) {
        const bool ordered = task.stream == stream.id || (stream.id == legacy_.id && task.blocking) ||
                             (task.stream == legacy_.id && is_blocking(stream));
        if (ordered) numbers.push_back(task.number);
    }
    return numbers;
}

u64 Streams::put_off(const Stream& stream, std::vector<u64> after, std::function<cudaError_t()> work,
                     bool host, bool even_after_fault) {
    PendingTask task;
    task.stream = stream.id;
    task.blocking = is_blocking(stream);
    task.host = host;
    task.even_after_fault = even_after_fault;
    task.after = std::move(after);
    task.call = current_call();
    task.work = std::move(work);
    return pending_.add(std::move(task));
}

cudaError_t Streams::submit(cudaStream_t stream, const std::function<cudaError_t()>& work, bool waits) {
    Stream* const found = find(stream);
    if (!found) return refuse_stream(stream);
    const Stamp stamp = issue(*found);
    if (waits) note_done(*found);
    pending_.wait_for(before(*found));
    current_ = stamp;
    return device_error() != cudaSuccess ? device_error() : work();
}

cudaError_t Streams::enqueue(cudaStream_t stream, std::function<cudaError_t()> work) {
    Stream* const found = find(stream);
    if (!found) return refuse_stream(stream);
    Stamp stamp = issue(*found);
    std::vector<u64> after = before(*found);
    if (after.empty()) {
        current_ = std::move(stamp);
        return work();
    }
    const auto later = [this, stamp = std::move(stamp), work = std::move(work)] {
        current_ = stamp;
        return work();
    };
    put_off(*found, std::move(after), later, false, false);
    return cudaSuccess;
}

cudaError_t Streams::enqueue_host_function(cudaStream_t stream, std::function<void()> function,
                                           bool even_after_fault) {
    Stream* const found = find(stream);
    if (!found) return refuse_stream(stream);
    // The function may tell the program's threads that it has started.
    issue(*found);
    note_done(*found);
    const auto work = [function = std::move(function)] {
        function();
        return cudaSuccess;
    };
    pending_.wait_a_moment_for(put_off(*found, before(*found), work, true, even_after_fault));
    return cudaSuccess;
}

cudaError_t Streams::record(cudaEvent_t handle, cudaStream_t stream) {
    const std::shared_ptr<Event> event = find_event(handle);
    if (!event) return refuse_event(handle);
    Stream* const found = find(stream);
    if (!found) return refuse_stream(stream);
    event->clock = issue(*found).before;
    const auto mark = [event] {
        event->recorded = true;
        event->time = std::chrono::steady_clock::now();
        return cudaSuccess;
    };
    std::vector<u64> after = before(*found);
    event->task = 0;
    if (after.empty()) return mark();
    event->task = put_off(*found, std::move(after), mark, false, false);
    return cudaSuccess;
}

cudaError_t Streams::wait_for_event(cudaStream_t stream, cudaEvent_t handle) {
    const std::shared_ptr<Event> event = find_event(handle);
    if (!event) return refuse_event(handle);
    Stream* const found = find(stream);
    if (!found) return refuse_stream(stream);
    join(found->clock, event->clock);
    if (!is_pending(*event)) return cudaSuccess;
    std::vector<u64> after = before(*found);
    after.push_back(event->task);
    put_off(
        *found, std::move(after), [] { return cudaSuccess; }, false, false);
    return cudaSuccess;
}

cudaError_t Streams::synchronize(Stream& stream) {
    issue(stream);
    note_done(stream);
    pending_.wait_for(before(stream));
    return device_error() != cudaSuccess ? device_error() : pending_.take_error();
}

cudaError_t Streams::synchronize(const Event& event) {
    note_done(event);
    pending_.wait_for({event.task});
    return device_error() != cudaSuccess ? device_error() : pending_.take_error();
}

cudaError_t Streams::synchronize() {
    for (const auto& [handle, stream] : streams_) note_done(*stream);
    note_done(legacy_);
    note_done(per_thread_);
    join(host_, departed_);
    pending_.wait_for_all();
    return device_error() != cudaSuccess ? device_error() : pending_.take_error();
}

void Streams::clear() {
    streams_.clear();
    events_.clear();
    at_once_ = false;
}

}  // namespace simt::runtime
