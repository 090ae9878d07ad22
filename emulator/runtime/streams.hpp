// Streams and events. Work runs when it is issued, in the order of issue, unless an unfinished host function or a kernel that waits
// precedes it (pending_work.hpp).
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/integers.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/pending_work.hpp"

namespace simt::runtime {

struct Capture;  // graphs/capture.hpp
struct Node;

using check::join;
using check::Stamp;
using check::StreamClock;

struct Stream {
    u64 id = 0;
    unsigned flags = 0;
    int priority = 0;
    int device = 0;
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes = {};
    StreamClock clock = {};  // the work that comes before its next piece of work (stream_races.hpp)
    std::shared_ptr<Capture> capture = {};  // that its work goes to; nullptr: it runs
    std::vector<Node*> tips = {};           // the nodes that the next captured work waits for
};

struct Event {
    unsigned flags = 0;
    int device = 0;
    bool recorded = false;
    u64 task = 0;  // the PendingTask of the last record, if that was put off
    std::chrono::steady_clock::time_point time;
    StreamClock clock = {};                 // the work that comes before the event
    std::shared_ptr<Capture> capture = {};  // in which it was recorded last, if it was
    std::vector<Node*> tips = {};
};

class Streams {
  public:
    Streams(std::recursive_mutex& mutex, int devices);

    // Streams and events belong to the current device, and so do the default streams.
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
    // The same for a copy between devices in the current one's default stream: it comes after all earlier work of these devices
    // and before all later.
    void submit_between(const std::set<int>& devices, const std::function<void()>& work, bool waits);
    // The same for work that the program does not wait for. It may be put off, so it has to own what it needs.
    void enqueue(cudaStream_t stream, std::function<void()> work);
    void enqueue_host_function(cudaStream_t stream, std::function<void()> function, bool even_after_fault);

    // Throws a Failure unless the stream is of the current device.
    void check_device_of(cudaStream_t stream);
    void record(cudaEvent_t event, cudaStream_t stream);
    void wait_for_event(cudaStream_t stream, cudaEvent_t event);

    // For a graph (graphs/exec_graph.hpp), whose nodes have stamps of their own. begin_graph returns the clock of a launch; the
    // others issue a node's work in the stream, and end_graph tells what comes before the stream's next work.
    StreamClock begin_graph(Stream& stream) { return issue(stream).before; }
    void enqueue_node(Stream& stream, Stamp stamp, std::function<void()> work);
    void enqueue_host_node(Stream& stream, const StreamClock& clock, std::function<void()> function);
    void record_node(Stream& stream, const StreamClock& clock, cudaEvent_t event);
    void end_graph(Stream& stream, const StreamClock& clock) { join(stream.clock, clock); }
    // A node runs within another one's work, a conditional node's.
    void set_current(Stamp stamp) {
        current_ = std::move(stamp);
        pending_.forbid_waiting();
    }
    u64 new_stream_id() { return next_id_++; }
    void note_branches() { at_once_ = true; }  // a graph has nodes that nothing orders
    // The stamp of the work that runs now: its stream, its number there, and the work that comes before it.
    const Stamp& current() const { return current_; }
    // The program has waited for this stream or event.
    void note_done(const Stream& stream) { join(host_, stream.clock); }
    void note_done(const Event& event) { join(host_, event.clock); }
    const StreamClock& waited_for() const { return host_; }
    // Whether the program has, or had, streams whose work a GPU might run at the same time.
    bool may_run_at_once() const { return at_once_; }

    // Whether a kernel that runs now may stop and wait for memory that somebody else writes; wait() hands it over.
    bool may_wait() const { return pending_.may_wait(); }
    void wait(std::shared_ptr<WaitingWork> kernel) { pending_.wait(std::move(kernel)); }
    void end_waiting(bool interrupt) { pending_.end_waiting(interrupt); }

    bool has_pending_work() const { return !pending_.tasks().empty(); }
    bool is_pending(const Event& event) {
        pending_.go_on();
        return pending_.is_pending(event.task);
    }
    bool is_idle(const Stream& stream) {
        pending_.go_on();
        return before(stream).empty();
    }

    // For the calls that synchronise. Each throws the error of postponed work.
    void synchronize(Stream& stream);
    void synchronize(const Event& event);
    void synchronize(int device);  // or all, if it is kEveryDevice

    void clear(int device);

  private:
    // Counts a new piece of work in the stream and returns its stamp.
    Stamp issue(Stream& stream);
    // The numbers of the postponed tasks that come before new work in the stream.
    std::vector<u64> before(const Stream& stream) const;
    void mark(const std::shared_ptr<Event>& event, Stream& stream, const StreamClock& clock);
    u64 put_off(const Stream& stream, std::vector<u64> after, std::function<void()> work, bool host = false,
                bool even_after_fault = false);

    struct DefaultStreams {
        Stream legacy, per_thread;
        StreamClock departed;  // the work of blocking streams that were destroyed
    };
    DefaultStreams& defaults_of(int device) { return defaults_[static_cast<std::size_t>(device)]; }
    bool is_legacy(const Stream& stream) const {
        return &stream == &defaults_[static_cast<std::size_t>(stream.device)].legacy;
    }
    std::vector<Stream*> all_streams(int device);

    u64 next_id_ = 1;
    std::vector<DefaultStreams> defaults_;  // of the devices
    StreamClock host_;                      // the work that the program has waited for
    Stamp current_;
    bool at_once_ = false;
    std::unordered_map<const void*, std::unique_ptr<Stream>> streams_;
    std::unordered_map<const void*, std::shared_ptr<Event>> events_;
    PendingWork pending_;
};

}  // namespace simt::runtime
