// Streams and events. Work runs when it is issued, in issue order, so every stream is always idle between
// calls; each operation still goes through submit(), the one place where that would change.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

#include "common/simt/integers.hpp"
#include "common/simt/runtime/entry_points.hpp"

namespace simt::runtime {

struct Stream {
    u64 id = 0;
    unsigned flags = 0;
    int priority = 0;
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;
};

struct Event {
    unsigned flags = 0;
    bool recorded = false;
    std::chrono::steady_clock::time_point time;
};

class Streams {
  public:
    Stream* create(unsigned flags, int priority);
    bool destroy(cudaStream_t stream);
    // The stream behind a handle, the default streams' included; nullptr for one that does not exist (any
    // more).
    Stream* find(cudaStream_t stream);

    Event* create_event(unsigned flags);
    bool destroy_event(cudaEvent_t event);
    Event* find_event(cudaEvent_t event);

    // Runs the work in the stream and returns its result: cudaErrorInvalidResourceHandle for a stream that
    // does not exist.
    cudaError_t submit(cudaStream_t stream, const std::function<cudaError_t()>& work);

    void clear();

  private:
    u64 next_id_ = 3;  // 1 and 2 are the legacy and the per-thread default stream
    Stream legacy_{1, 0, 0, {}}, per_thread_{2, 0, 0, {}};
    std::unordered_map<const void*, std::unique_ptr<Stream>> streams_;
    std::unordered_map<const void*, std::unique_ptr<Event>> events_;
};

}  // namespace simt::runtime
