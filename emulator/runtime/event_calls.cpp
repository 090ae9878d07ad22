// Events: marks in a stream. An event's time is the host's clock when the mark is reached, so it measures the
// emulator and never a GPU.
#include <chrono>

#include "emulator/runtime/call.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

cudaError_t create_event(cudaEvent_t* event, unsigned flags, const char* name = __builtin_FUNCTION()) {
    constexpr unsigned kKnownFlags = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    return call(
        [&] {
            if (flags & ~kKnownFlags) fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
            answer(event, reinterpret_cast<cudaEvent_t>(context().streams.create_event(flags)));
        },
        name);
}

}  // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return create_event(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return create_event(event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return call([&] { context().streams.destroy_event(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return call([&] { context().streams.record(event, stream); });
}
SIMT_ALSO_AS(cudaEventRecord, cudaEventRecord_ptsz);

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
    return cudaEventRecord(event, stream);
}
SIMT_ALSO_AS(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz);

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return call([&] { context().streams.synchronize(*context().streams.event(event)); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return call([&] {
        Streams& streams = context().streams;
        const std::shared_ptr<Event> found = streams.event(event);
        if (streams.is_pending(*found)) throw Failure{cudaErrorNotReady, {}};
        streams.note_done(*found);
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return call([&] {
        Streams& streams = context().streams;
        const std::shared_ptr<Event> first = streams.event(start), second = streams.event(end);
        if ((first->flags | second->flags) & cudaEventDisableTiming)
            fail(cudaErrorInvalidResourceHandle, "an event was created with cudaEventDisableTiming");
        if (streams.is_pending(*first) || streams.is_pending(*second)) throw Failure{cudaErrorNotReady, {}};
        if (!first->recorded || !second->recorded)
            fail(cudaErrorInvalidResourceHandle, "the {} event has not been recorded",
                 first->recorded ? "second" : "first");
        answer(milliseconds, std::chrono::duration<float, std::milli>(second->time - first->time).count());
    });
}
