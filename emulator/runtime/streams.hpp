// Streams and events. Work runs when it is issued, in the order of issue, unless an unfinished host function precedes
// it (pending_work.hpp).
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/integers.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/pending_work.hpp"

namespace simt::runtime {

using check::join;
using check::Stamp;
using check::StreamClock;

struct Stream {
    u64 id = 0;
    unsigned flags = 0;
    int priority = 0;
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;
    StreamClock clock = {};  // the work that comes before its next piece of work (stream_races.hpp)
};

struct Event {
    unsigned flags = 0;
    bool recorded = false;
    u64 task = 0;  // the PendingTask of the last record, if that was put off
    std::chrono::steady_clock::time_point time;
    StreamClock clock = {};  // the work that comes before the event
};

class Streams {
  public:
    explicit Streams(std::recursive_mutex& mutex) : pending_(mutex) {}

    Stream* create(unsigned flags, int priority);
    void destroy(cudaStream_t stream);
    // The stream of a handle, default streams included. All members that take a handle throw a Failure if its object
    // does not exist.
    Stream& stream(cudaStream_t handle);

    Event* create_event(unsigned flags);
    void destroy_event(cudaEvent_t event);
    std::shared_ptr<Event> event(cudaEvent_t handle);

    // Runs the work now, after all work that comes before it. waits: the program waits for the work in this call, so it
    // knows afterwards that the work is done.
    void submit(cudaStream_t stream, const std::function<void()>& work, bool waits = true);
    // The same for work that the program does not wait for. It may be put off, so it has to own what it needs.
    void enqueue(cudaStream_t stream, std::function<void()> work);
    void enqueue_host_function(cudaStream_t stream, std::function<void()> function, bool even_after_fault);

    void record(cudaEvent_t event, cudaStream_t stream);
    void wait_for_event(cudaStream_t stream, cudaEvent_t event);
    // The stamp of the work that runs now: its stream, its number there, and the work that comes before it.
    const Stamp& current() const { return current_; }
    // The program has waited for this stream or event.
    void note_done(const Stream& stream) { join(host_, stream.clock); }
    void note_done(const Event& event) { join(host_, event.clock); }
    const StreamClock& waited_for() const { return host_; }
    // Whether the program has, or had, streams whose work a GPU might run at the same time.
    bool may_run_at_once() const { return at_once_; }

    bool is_pending(const Event& event) const { return pending_.is_pending(event.task); }
    bool has_pending_work() const { return !pending_.tasks().empty(); }
    bool is_idle(const Stream& stream) const { return before(stream).empty(); }

    // For the calls that synchronise. Each throws the error of postponed work.
    void synchronize(Stream& stream);
    void synchronize(const Event& event);
    void synchronize();

    void clear();

  private:
    // Counts a new piece of work in the stream and returns its stamp.
    Stamp issue(Stream& stream);
    // The numbers of the postponed tasks that come before new work in the stream.
    std::vector<u64> before(const Stream& stream) const;
    u64 put_off(const Stream& stream, std::vector<u64> after, std::function<void()> work, bool host = false,
                bool even_after_fault = false);

    u64 next_id_ = 3;  // 1 and 2 are the legacy and the per-thread default stream
    Stream legacy_{1, 0, 0, {}}, per_thread_{2, 0, 0, {}};
    StreamClock host_;      // the work that the program has waited for
    StreamClock departed_;  // the work of blocking streams that were destroyed
    Stamp current_;
    bool at_once_ = false;
    std::unordered_map<const void*, std::unique_ptr<Stream>> streams_;
    std::unordered_map<const void*, std::shared_ptr<Event>> events_;
    PendingWork pending_;
};

}  // namespace simt::runtime
