// The stream calls: creation, waiting, host functions, attributes.
#include <algorithm>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/newer_names.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

constexpr int kLowestPriority = 0, kHighestPriority = -5;

Streams& streams() { return context().streams; }

}  // namespace

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return call(
        [&] {
            if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking)
                fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
            const int clamped = std::clamp(priority, kHighestPriority, kLowestPriority);
            answer(stream, reinterpret_cast<cudaStream_t>(streams().create(flags, clamped)));
        },
        "cudaStreamCreate");
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return call([&] { streams().destroy(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return call([&] { streams().synchronize(streams().stream(stream)); });
}
SIMT_ALSO_AS(cudaStreamSynchronize, cudaStreamSynchronize_ptsz);

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return call([&] {
        Stream& found = streams().stream(stream);
        refuse_if_capturing(found);
        if (!streams().is_idle(found)) throw Failure{cudaErrorNotReady, {}};
        streams().note_done(found);
    });
}
SIMT_ALSO_AS(cudaStreamQuery, cudaStreamQuery_ptsz);

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return call([&] {
        streams().event(event);
        if (flags & ~unsigned{cudaEventWaitExternal})
            fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        if (flags == cudaEventWaitExternal && is_capturing(stream))
            capture(stream, WaitWork{event});
        else
            streams().wait_for_event(stream, event);
    });
}
SIMT_ALSO_AS(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz);

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return call([&] { answer(flags, streams().stream(stream).flags); });
}
SIMT_ALSO_AS(cudaStreamGetFlags, cudaStreamGetFlags_ptsz);

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return call([&] { answer(priority, streams().stream(stream).priority); });
}
SIMT_ALSO_AS(cudaStreamGetPriority, cudaStreamGetPriority_ptsz);

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return call([&] { answer(id, streams().stream(stream).id); });
}
SIMT_ALSO_AS(cudaStreamGetId, cudaStreamGetId_ptsz);

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return call([&] { answer(device, streams().stream(stream).device); });
}
SIMT_ALSO_AS(cudaStreamGetDevice, cudaStreamGetDevice_ptsz);

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
    return call([&] { streams().stream(stream); });
}
SIMT_ALSO_AS(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz);

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned flags) {
    return call([&] {
        if (!callback || flags != 0)
            fail(cudaErrorInvalidValue, "the callback is null or the flags are not 0");
        streams().enqueue_host_function(
            stream, [=] { callback(stream, device_error(), user_data); }, true);
    });
}
SIMT_ALSO_AS(cudaStreamAddCallback, cudaStreamAddCallback_ptsz);

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
    return call([&] {
        if (!function) fail(cudaErrorInvalidValue, "the host function is null");
        if (is_capturing(stream)) return void(capture(stream, HostWork{function, user_data}));
        streams().enqueue_host_function(
            stream, [=] { function(user_data); }, false);
    });
}
SIMT_ALSO_AS(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz);

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return call([&] {
        if (least) *least = kLowestPriority;
        if (greatest) *greatest = kHighestPriority;
    });
}

// Attributes of streams are hints about caching, waiting and synchronisation. The emulator stores and
// returns them; they have no effect.
namespace {

void check_attribute(cudaLaunchAttributeID attribute, const void* value) {
    if (!value ||
        (attribute != cudaLaunchAttributeAccessPolicyWindow &&
         attribute != cudaLaunchAttributeSynchronizationPolicy && attribute != cudaLaunchAttributePriority &&
         attribute != newer::cudaLaunchAttributeMemSyncDomain &&
         attribute != newer::cudaLaunchAttributeMemSyncDomainMap))
        fail(cudaErrorInvalidValue, "a stream has no attribute {}, or the pointer to its value is null",
             static_cast<int>(attribute));
}

}  // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
    return submit(stream, [&] {
        check_attribute(attribute, value);
        streams().stream(stream).attributes[attribute] = *value;
    });
}
SIMT_ALSO_AS(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz);

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) {
    return submit(stream, [&] {
        check_attribute(attribute, value);
        *value = streams().stream(stream).attributes[attribute];  // zeros if it was never set
    });
}
SIMT_ALSO_AS(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz);

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source) {
    return call([&] { streams().stream(destination).attributes = streams().stream(source).attributes; });
}
SIMT_ALSO_AS(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz);
