// Events: marks in a stream. An event's time is the host's clock when the mark is reached, so it measures the
// emulator and never a GPU.
#include <chrono>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

cudaError_t create_event(cudaEvent_t* event, unsigned flags, const char* name = __builtin_FUNCTION()) {
    constexpr unsigned kKnownFlags = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    return call(
        [&] {
            if (flags & ~kKnownFlags) fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
            if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
                fail(cudaErrorInvalidValue, "cudaEventInterprocess needs cudaEventDisableTiming, too");
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

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return call([&] {
        context().streams.event(event);
        if (flags == cudaEventRecordExternal && is_capturing(stream))
            capture(stream, RecordWork{event});
        else
            context().streams.record(event, stream);
    });
}
SIMT_ALSO_AS(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz);

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return call([&] { context().streams.synchronize(*context().streams.event(event)); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return call([&] {
        Streams& streams = context().streams;
        const std::shared_ptr<Event> found = streams.event(event);
        refuse_if_captured(*found);
        check_unsafe_call();
        if (streams.is_pending(*found)) throw Failure{cudaErrorNotReady, {}};
        streams.note_done(*found);
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return call([&] {
        Streams& streams = context().streams;
        const std::shared_ptr<Event> first = streams.event(start), second = streams.event(end);
        refuse_if_captured(*first);
        refuse_if_captured(*second);
        if (first->device != second->device)
            fail(cudaErrorInvalidResourceHandle,
                 "the events belong to devices {} and {}: only events of one device have a time between them",
                 first->device, second->device);
        if ((first->flags | second->flags) & cudaEventDisableTiming)
            fail(cudaErrorInvalidResourceHandle, "an event was created with cudaEventDisableTiming");
        if (streams.is_pending(*first) || streams.is_pending(*second)) throw Failure{cudaErrorNotReady, {}};
        if (!first->recorded || !second->recorded)
            fail(cudaErrorInvalidResourceHandle, "the {} event has not been recorded",
                 first->recorded ? "second" : "first");
        answer(milliseconds, std::chrono::duration<float, std::milli>(second->time - first->time).count());
    });
}
