// Streams, events and their order; see streams.hpp.
#include "emulator/runtime/streams.hpp"

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"

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

Streams::Streams(std::recursive_mutex& mutex, int devices) : at_once_(devices > 1), pending_(mutex) {
    for (int device = 0; device < devices; ++device)
        defaults_.push_back({{.id = next_id_++, .device = device}, {.id = next_id_++, .device = device}, {}});
}

Stream* Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<Stream>(
        Stream{.id = next_id_++, .flags = flags, .priority = priority, .device = current_device()});
    at_once_ = at_once_ || !is_blocking(*stream) || !streams_.empty();
    Stream* const handle = stream.get();
    streams_[handle] = std::move(stream);
    return handle;
}

void Streams::destroy(cudaStream_t stream) {
    Stream& found = *object(streams_, stream, "stream");
    leave_capture(found);
    if (is_blocking(found)) join(defaults_of(found.device).departed, found.clock);
    streams_.erase(stream);
}

// The stamp of the stream's next work: its number, and the work before it.
Stamp Streams::issue(Stream& stream) {
    refuse_if_capturing(stream);
    if (is_legacy(stream)) refuse_if_implicit(stream.device);
    join(stream.clock, host_);
    const DefaultStreams& defaults = defaults_of(stream.device);
    if (is_legacy(stream)) {
        join(stream.clock, defaults.departed);
        join(stream.clock, defaults.per_thread.clock);
        for (const auto& [handle, other] : streams_)
            if (is_blocking(*other) && other->device == stream.device) join(stream.clock, other->clock);
    } else if (is_blocking(stream)) {
        join(stream.clock, defaults.legacy.clock);
    }
    Stamp stamp{stream.id, ++stream.clock[stream.id], {}};
    stamp.before = stream.clock;
    return stamp;
}

Stream& Streams::stream(cudaStream_t handle) {
    if (handle == nullptr || handle == cudaStreamLegacy) return defaults_of(current_device()).legacy;
    if (handle == cudaStreamPerThread) return defaults_of(current_device()).per_thread;
    return *object(streams_, handle, "stream");
}

void Streams::check_device_of(cudaStream_t handle) {
    const int device = stream(handle).device;
    if (device != current_device())
        fail(cudaErrorInvalidResourceHandle,
             "the stream belongs to device {}, and device {} is current: call cudaSetDevice({}) first",
             device, current_device(), device);
}

std::vector<Stream*> Streams::all_streams(int device) {
    std::vector<Stream*> all{&defaults_of(device).legacy, &defaults_of(device).per_thread};
    for (const auto& [handle, stream] : streams_)
        if (stream->device == device) all.push_back(stream.get());
    return all;
}

Event* Streams::create_event(unsigned flags) {
    auto event = std::make_shared<Event>();
    event->flags = flags;
    event->device = current_device();
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
        const bool ordered = task.stream == stream.id ||
                             (task.device == stream.device &&
                              ((is_legacy(stream) && task.blocking) ||
                               (task.stream == defaults_[static_cast<std::size_t>(task.device)].legacy.id &&
                                is_blocking(stream))));
        if (ordered) numbers.push_back(task.number);
    }
    return numbers;
}

u64 Streams::put_off(const Stream& stream, std::vector<u64> after, std::function<void()> work, bool host,
                     bool even_after_fault) {
    return pending_.add({.stream = stream.id,
                         .device = stream.device,
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

void Streams::submit_between(const std::set<int>& devices, const std::function<void()>& work, bool waits) {
    Stream& in = stream(nullptr);
    std::vector<Stream*> streams;
    for (const int device : devices)
        for (Stream* const one : all_streams(device)) streams.push_back(one);
    for (const Stream* const one : streams) join(in.clock, one->clock);
    const Stamp stamp = issue(in);
    if (waits) note_done(in);
    pending_.wait_for(before(in));
    for (const int device : devices) pending_.wait_for_all(device);
    current_ = stamp;
    check_device_error();
    work();
    for (Stream* const one : streams) join(one->clock, in.clock);
}

void Streams::enqueue(cudaStream_t handle, std::function<void()> work) {
    Stream& in = stream(handle);
    Stamp stamp = issue(in);
    enqueue_node(in, std::move(stamp), std::move(work));
}

void Streams::enqueue_node(Stream& in, Stamp stamp, std::function<void()> work) {
    std::vector<u64> after = before(in);
    if (after.empty()) {
        current_ = std::move(stamp);
        if (auto waiting = pending_.begin(work))
            pending_.add({.stream = in.id,
                          .device = in.device,
                          .blocking = is_blocking(in),
                          .after = {},
                          .call = current_call(),
                          .work = {},
                          .waiting = std::move(waiting)});
        return;
    }
    put_off(in, std::move(after), [this, stamp = std::move(stamp), work = std::move(work)] {
        current_ = stamp;
        work();
    });
}

void Streams::enqueue_host_node(Stream& in, const StreamClock& clock, std::function<void()> function) {
    join(host_, clock);
    pending_.wait_a_moment_for(put_off(in, before(in), std::move(function), true));
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
    if (found->device != in.device)
        fail(cudaErrorInvalidResourceHandle,
             "the event belongs to device {}, and the stream to device {}: create the event with "
             "cudaSetDevice({})",
             found->device, in.device, in.device);
    if (is_capturing(stream_handle)) return record_captured(*found, in);
    found->capture = nullptr;
    mark(found, in, issue(in).before);
}

void Streams::record_node(Stream& in, const StreamClock& clock, cudaEvent_t handle) {
    mark(event(handle), in, clock);
}

void Streams::mark(const std::shared_ptr<Event>& found, Stream& in, const StreamClock& clock) {
    found->clock = clock;
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
    if (found->capture || is_capturing(stream_handle)) return wait_captured(in, *found);
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
    refuse_if_captured(event);
    note_done(event);
    pending_.wait_for({event.task});
    pending_.check();
}

void Streams::synchronize(int device) {
    check_unsafe_call();
    for (DefaultStreams& defaults : defaults_) {
        const int one = defaults.legacy.device;
        if (device != memory::kEveryDevice && device != one) continue;
        for (const Stream* const stream : all_streams(one)) note_done(*stream);
        join(host_, defaults.departed);
        pending_.wait_for_all(one);
    }
    pending_.check();
}

void Streams::clear(int device) {
    for (const auto& [handle, stream] : streams_)
        if (stream->device == device) leave_capture(*stream);
    std::erase_if(streams_, [&](const auto& entry) { return entry.second->device == device; });
    std::erase_if(events_, [&](const auto& entry) { return entry.second->device == device; });
    at_once_ = defaults_.size() > 1;
}

}  // namespace simt::runtime
