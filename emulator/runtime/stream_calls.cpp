// The stream calls: creation, waiting, host functions.
#include <algorithm>

#include "emulator/runtime/call.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

constexpr int kLowestPriority = 0, kHighestPriority = -5;

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
    return call("cudaStreamCreate", [&](Context& context) -> cudaError_t {
        if (!stream) return refuse(cudaErrorInvalidValue, "the pointer to write the stream to is null");
        if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking)
            return refuse(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        const int clamped = std::clamp(priority, kHighestPriority, kLowestPriority);
        *stream = reinterpret_cast<cudaStream_t>(context.streams.create(flags, clamped));
        return cudaSuccess;
    });
}

// Calls use(stream) for a stream that exists.
template <class Use>
cudaError_t with_stream(const char* name, cudaStream_t stream, Use&& use) {
    return call(name, [&](Context& context) -> cudaError_t {
        Stream* const found = context.streams.find(stream);
        if (!found)
            return refuse(cudaErrorInvalidResourceHandle, "the stream {} does not exist (any more)",
                          static_cast<const void*>(stream));
        return use(*found);
    });
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create(stream, cudaStreamDefault, 0); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return create(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return create(stream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return call("cudaStreamDestroy", [&](Context& context) -> cudaError_t {
        if (!context.streams.destroy(stream))
            return refuse(cudaErrorInvalidResourceHandle, "the stream {} does not exist (any more)",
                          static_cast<const void*>(stream));
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return with_stream("cudaStreamSynchronize", stream,
                       [](Stream& found) { return context().streams.synchronize(found); });
}
SIMT_ALSO_AS(cudaStreamSynchronize, cudaStreamSynchronize_ptsz);

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return with_stream("cudaStreamQuery", stream, [](Stream& found) {
        if (!context().streams.is_idle(found)) return cudaErrorNotReady;
        context().streams.note_done(found);
        return cudaSuccess;
    });
}
SIMT_ALSO_AS(cudaStreamQuery, cudaStreamQuery_ptsz);

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    return call("cudaStreamWaitEvent",
                [&](Context& context) { return context.streams.wait_for_event(stream, event); });
}
SIMT_ALSO_AS(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz);

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return with_stream("cudaStreamGetFlags", stream,
                       [&](Stream& found) { return answer(flags, found.flags); });
}
SIMT_ALSO_AS(cudaStreamGetFlags, cudaStreamGetFlags_ptsz);

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return with_stream("cudaStreamGetPriority", stream,
                       [&](Stream& found) { return answer(priority, found.priority); });
}
SIMT_ALSO_AS(cudaStreamGetPriority, cudaStreamGetPriority_ptsz);

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return with_stream("cudaStreamGetId", stream,
                       [&](Stream& found) { return answer(id, static_cast<unsigned long long>(found.id)); });
}
SIMT_ALSO_AS(cudaStreamGetId, cudaStreamGetId_ptsz);

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return with_stream("cudaStreamGetDevice", stream, [&](Stream&) { return answer(device, 0); });
}
SIMT_ALSO_AS(cudaStreamGetDevice, cudaStreamGetDevice_ptsz);

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return with_stream("cudaStreamIsCapturing", stream,
                       [&](Stream&) { return answer(status, cudaStreamCaptureStatusNone); });
}
SIMT_ALSO_AS(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz);

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
    return with_stream("cudaStreamAttachMemAsync", stream, [](Stream&) { return cudaSuccess; });
}
SIMT_ALSO_AS(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz);

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned flags) {
    return with_stream("cudaStreamAddCallback", stream, [&](Stream&) -> cudaError_t {
        if (!callback || flags != 0)
            return refuse(cudaErrorInvalidValue, "the callback is null or the flags are not 0");
        return context().streams.enqueue_host_function(
            stream, [=] { callback(stream, device_error(), user_data); }, true);
    });
}
SIMT_ALSO_AS(cudaStreamAddCallback, cudaStreamAddCallback_ptsz);

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
    return with_stream("cudaLaunchHostFunc", stream, [&](Stream&) -> cudaError_t {
        if (!function) return refuse(cudaErrorInvalidValue, "the host function is null");
        return context().streams.enqueue_host_function(
            stream, [=] { function(user_data); }, false);
    });
}
SIMT_ALSO_AS(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz);

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return call("cudaDeviceGetStreamPriorityRange", [&](Context&) -> cudaError_t {
        if (least) *least = kLowestPriority;
        if (greatest) *greatest = kHighestPriority;
        return cudaSuccess;
    });
}
