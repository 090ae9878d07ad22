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

#include "emulator/check/races/stream_clocks.hpp"
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
    StreamClock clock = {};  // the work before new work in it
};

struct Event {
    unsigned flags = 0;
    bool recorded = false;
    u64 task = 0;  // the last record, if it was put off
    std::chrono::steady_clock::time_point time;
    StreamClock clock = {};  // the work before it
};

class Streams {
  public:
    explicit Streams(std::recursive_mutex& mutex) : pending_(mutex) {}

    Stream* create(unsigned flags, int priority);
    bool destroy(cudaStream_t stream);
    // The stream of a handle, default streams included; nullptr if it does not exist or no longer does.
    Stream* find(cudaStream_t stream);

    Event* create_event(unsigned flags);
    bool destroy_event(cudaEvent_t event);
    std::shared_ptr<Event> find_event(cudaEvent_t event);

    // Runs the work in the stream, after everything that precedes it, and returns its result.
    // cudaErrorInvalidResourceHandle if the stream does not exist. waits: when the call returns, the program knows
    // that the work is done.
    cudaError_t submit(cudaStream_t stream, const std::function<cudaError_t()>& work, bool waits = true);
    // The same for work that the program does not wait for. It may be put off, so it has to own what it needs.
    cudaError_t enqueue(cudaStream_t stream, std::function<cudaError_t()> work);
    cudaError_t enqueue_host_function(cudaStream_t stream, std::function<void()> function,
                                      bool even_after_fault);

    cudaError_t record(cudaEvent_t event, cudaStream_t stream);
    cudaError_t wait_for_event(cudaStream_t stream, cudaEvent_t event);
    // The stamp of the work that runs now.
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

    // For the calls that synchronise: each returns the error of work that had been put off.
    cudaError_t synchronize(Stream& stream);
    cudaError_t synchronize(const Event& event);
    cudaError_t synchronize();

    void clear();

  private:
    Stamp issue(Stream& stream);
    // The postponed work that precedes new work in the stream.
    std::vector<u64> before(const Stream& stream) const;
    u64 put_off(const Stream& stream, std::vector<u64> after, std::function<cudaError_t()> work, bool host,
                bool even_after_fault);

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
