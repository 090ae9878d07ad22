// Events: marks in a stream. An event's time is the host's clock when the mark is reached, so it measures the
// emulator and never a GPU.
#include <chrono>

#include "emulator/runtime/call.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

constexpr unsigned kKnownFlags = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

cudaError_t create(const char* name, cudaEvent_t* event, unsigned flags) {
    return call(name, [&](Context& context) -> cudaError_t {
        if (!event) return refuse(cudaErrorInvalidValue, "the pointer to write the event to is null");
        if (flags & ~kKnownFlags) return refuse(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        *event = reinterpret_cast<cudaEvent_t>(context.streams.create_event(flags));
        return cudaSuccess;
    });
}

// Calls use(event) for an event that exists.
template <class Use>
cudaError_t with_event(const char* name, cudaEvent_t event, Use&& use) {
    return call(name, [&](Context& context) -> cudaError_t {
        const std::shared_ptr<Event> found = context.streams.find_event(event);
        if (!found)
            return refuse(cudaErrorInvalidResourceHandle, "the event {} does not exist (any more)",
                          static_cast<const void*>(event));
        return use(context, *found);
    });
}

cudaError_t record_event(cudaEvent_t event, cudaStream_t stream) {
    return call("cudaEventRecord", [&](Context& context) { return context.streams.record(event, stream); });
}

}  // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return create("cudaEventCreate", event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return create("cudaEventCreateWithFlags", event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return with_event("cudaEventDestroy", event, [&](Context& context, Event&) {
        context.streams.destroy_event(event);
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return record_event(event, stream); }
SIMT_ALSO_AS(cudaEventRecord, cudaEventRecord_ptsz);

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
    return record_event(event, stream);
}
SIMT_ALSO_AS(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz);

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return with_event("cudaEventSynchronize", event,
                      [](Context& context, Event& found) { return context.streams.synchronize(found); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return with_event("cudaEventQuery", event, [](Context& context, Event& found) -> cudaError_t {
        if (context.streams.is_pending(found)) return cudaErrorNotReady;
        context.streams.note_done(found);
        return cudaSuccess;
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return with_event("cudaEventElapsedTime", start, [&](Context& context, Event& first) -> cudaError_t {
        const std::shared_ptr<const Event> second = context.streams.find_event(end);
        if (!second)
            return refuse(cudaErrorInvalidResourceHandle, "the event {} does not exist (any more)",
                          static_cast<const void*>(end));
        if (!milliseconds) return refuse(cudaErrorInvalidValue, "the pointer to write the time to is null");
        if ((first.flags | second->flags) & cudaEventDisableTiming)
            return refuse(cudaErrorInvalidResourceHandle, "an event was created with cudaEventDisableTiming");
        if (context.streams.is_pending(first) || context.streams.is_pending(*second))
            return cudaErrorNotReady;
        if (!first.recorded || !second->recorded)
            return refuse(cudaErrorInvalidResourceHandle, "the {} event has not been recorded",
                          first.recorded ? "second" : "first");
        *milliseconds = std::chrono::duration<float, std::milli>(second->time - first.time).count();
        return cudaSuccess;
    });
}
