// Streams, events and the calls on them; work runs when it is issued (streams.hpp says why and where that is
// decided).
#include "common/simt/runtime/streams.hpp"

#include "common/simt/runtime/call.hpp"

namespace simt::runtime {

Stream* Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<Stream>(Stream{next_id_++, flags, priority, {}});
    Stream* const handle = stream.get();
    streams_[handle] = std::move(stream);
    return handle;
}

bool Streams::destroy(cudaStream_t stream) { return streams_.erase(stream) == 1; }

Stream* Streams::find(cudaStream_t stream) {
    if (stream == nullptr || stream == cudaStreamLegacy) return &legacy_;
    if (stream == cudaStreamPerThread) return &per_thread_;
    const auto found = streams_.find(stream);
    return found == streams_.end() ? nullptr : found->second.get();
}

Event* Streams::create_event(unsigned flags) {
    auto event = std::make_unique<Event>();
    event->flags = flags;
    Event* const handle = event.get();
    events_[handle] = std::move(event);
    return handle;
}

bool Streams::destroy_event(cudaEvent_t event) { return events_.erase(event) == 1; }

Event* Streams::find_event(cudaEvent_t event) {
    const auto found = events_.find(event);
    return found == events_.end() ? nullptr : found->second.get();
}

cudaError_t Streams::submit(cudaStream_t stream, const std::function<cudaError_t()>& work) {
    if (!find(stream))
        return refuse(cudaErrorInvalidResourceHandle, "the stream {} does not exist (any more)",
                      static_cast<const void*>(stream));
    return work();
}

void Streams::clear() {
    streams_.clear();
    events_.clear();
}

}  // namespace simt::runtime
