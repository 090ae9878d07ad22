// Streams, events and their order; see streams.hpp.
#include "emulator/runtime/streams.hpp"

#include "emulator/runtime/call.hpp"

namespace simt::runtime {
namespace {

// The object of a program's handle; throws if it was destroyed or never created.
template <class Objects>
const auto& object(const Objects& objects, const void* handle, const char* kind) {
    const auto found = objects.find(handle);
    if (found == objects.end())
        fail(cudaErrorInvalidResourceHandle, "the {} {} does not exist (any more)", kind, handle);
    return found->second;
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

void Streams::destroy(cudaStream_t stream) {
    const Stream& found = *object(streams_, stream, "stream");
    if (is_blocking(found)) join(departed_, found.clock);
    streams_.erase(stream);
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

Stream& Streams::stream(cudaStream_t handle) {
    if (handle == nullptr || handle == cudaStreamLegacy) return legacy_;
    if (handle == cudaStreamPerThread) return per_thread_;
    return *object(streams_, handle, "stream");
}

Event* Streams::create_event(unsigned flags) {
    auto event = std::make_shared<Event>();
    event->flags = flags;
    Event* const handle = event.get();
    events_[handle] = std::move(event);
    return handle;
}

void Streams::destroy_event(cudaEvent_t event) {
    object(events_, event, "event");
    events_.erase(event);
}

std::shared_ptr<Event> Streams::event(cudaEvent_t handle) { return object(events_, handle, "event"); }

// Work in the legacy default stream follows all earlier work in blocking streams, and the other way round.
std::vector<u64> Streams::before(const Stream& stream) const {
    std::vector<u64> numbers;
    for (const PendingTask& task : pending_.tasks()) {
        const bool ordered = task.stream == stream.id || (stream.id == legacy_.id && task.blocking) ||
                             (task.stream == legacy_.id && is_blocking(stream));
        if (ordered) numbers.push_back(task.number);
    }
    return numbers;
}

u64 Streams::put_off(const Stream& stream, std::vector<u64> after, std::function<void()> work, bool host,
                     bool even_after_fault) {
    return pending_.add({.stream = stream.id,
                         .blocking = is_blocking(stream),
                         .host = host,
                         .even_after_fault = even_after_fault,
                         .after = std::move(after),
                         .call = current_call(),
                         .work = std::move(work)});
}

void Streams::submit(cudaStream_t handle, const std::function<void()>& work, bool waits) {
    Stream& in = stream(handle);
    const Stamp stamp = issue(in);
    if (waits) note_done(in);
    pending_.wait_for(before(in));
    current_ = stamp;
    check_device_error();
    work();
}

void Streams::enqueue(cudaStream_t handle, std::function<void()> work) {
    Stream& in = stream(handle);
    Stamp stamp = issue(in);
    std::vector<u64> after = before(in);
    if (after.empty()) {
        current_ = std::move(stamp);
        return work();
    }
    put_off(in, std::move(after), [this, stamp = std::move(stamp), work = std::move(work)] {
        current_ = stamp;
        work();
    });
}

void Streams::enqueue_host_function(cudaStream_t handle, std::function<void()> function,
                                    bool even_after_fault) {
    Stream& in = stream(handle);
    // The function may tell the program's threads that it has started, so the work before it counts as waited for.
    issue(in);
    note_done(in);
    pending_.wait_a_moment_for(put_off(in, before(in), std::move(function), true, even_after_fault));
}

void Streams::record(cudaEvent_t handle, cudaStream_t stream_handle) {
    const std::shared_ptr<Event> found = event(handle);
    Stream& in = stream(stream_handle);
    found->clock = issue(in).before;
    const auto mark = [found] {
        found->recorded = true;
        found->time = std::chrono::steady_clock::now();
    };
    std::vector<u64> after = before(in);
    found->task = 0;
    if (after.empty()) return mark();
    found->task = put_off(in, std::move(after), mark);
}

void Streams::wait_for_event(cudaStream_t stream_handle, cudaEvent_t handle) {
    const std::shared_ptr<Event> found = event(handle);
    Stream& in = stream(stream_handle);
    join(in.clock, found->clock);
    if (!is_pending(*found)) return;
    std::vector<u64> after = before(in);
    after.push_back(found->task);
    put_off(in, std::move(after), [] {});
}

void Streams::synchronize(Stream& stream) {
    issue(stream);
    note_done(stream);
    pending_.wait_for(before(stream));
    pending_.check();
}

void Streams::synchronize(const Event& event) {
    note_done(event);
    pending_.wait_for({event.task});
    pending_.check();
}

void Streams::synchronize() {
    for (const auto& [handle, stream] : streams_) note_done(*stream);
    note_done(legacy_);
    note_done(per_thread_);
    join(host_, departed_);
    pending_.wait_for_all();
    pending_.check();
}

void Streams::clear() {
    streams_.clear();
    events_.clear();
    at_once_ = false;
}

}  // namespace simt::runtime
