// Streams and events: each call is the runtime's. Flags and attributes have the runtime's numbers.
#include "emulator/driver/call.hpp"
#include "emulator/driver/contexts.hpp"

namespace simt::driver {

SIMT_DRIVER(cuStreamCreate, , CUstream* stream, unsigned flags) {
    return in_context([&] { return cudaStreamCreateWithFlags(stream, flags); });
}

SIMT_DRIVER(cuStreamCreateWithPriority, , CUstream* stream, unsigned flags, int priority) {
    return in_context([&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}

SIMT_DRIVER(cuStreamDestroy, _v2, CUstream stream) {
    return in_context([&] { return cudaStreamDestroy(stream); });
}

SIMT_DRIVER(cuStreamSynchronize, , CUstream stream) {
    return in_context([&] { return cudaStreamSynchronize(stream); });
}
SIMT_DRIVER_TWIN(cuStreamSynchronize, , _ptsz)

SIMT_DRIVER(cuStreamQuery, , CUstream stream) {
    return in_context([&] { return cudaStreamQuery(stream); });
}
SIMT_DRIVER_TWIN(cuStreamQuery, , _ptsz)

SIMT_DRIVER(cuStreamWaitEvent, , CUstream stream, CUevent event, unsigned flags) {
    return in_context([&] { return cudaStreamWaitEvent(stream, event, flags); });
}
SIMT_DRIVER_TWIN(cuStreamWaitEvent, , _ptsz)

SIMT_DRIVER(cuStreamGetFlags, , CUstream stream, unsigned* flags) {
    return in_context([&] { return cudaStreamGetFlags(stream, flags); });
}
SIMT_DRIVER_TWIN(cuStreamGetFlags, , _ptsz)

SIMT_DRIVER(cuStreamGetPriority, , CUstream stream, int* priority) {
    return in_context([&] { return cudaStreamGetPriority(stream, priority); });
}
SIMT_DRIVER_TWIN(cuStreamGetPriority, , _ptsz)

SIMT_DRIVER_UNDECLARED(cuStreamGetId, , CUstream stream, unsigned long long* id) {
    return in_context([&] { return cudaStreamGetId(stream, id); });
}
SIMT_DRIVER_TWIN(cuStreamGetId, , _ptsz)

SIMT_DRIVER_UNDECLARED(cuStreamGetDevice, , CUstream stream, CUdevice* device) {
    return in_context([&] { return cudaStreamGetDevice(stream, device); });
}
SIMT_DRIVER_TWIN(cuStreamGetDevice, , _ptsz)

// The contexts of a device share its streams, so it is the current one, or else the primary one of the stream's device.
SIMT_DRIVER(cuStreamGetCtx, , CUstream stream, CUcontext* result) {
    return in_context([&] {
        const int device = context().streams.stream(stream).device;
        answer(result, device == current_context()->device ? current_context() : primary_context(device));
    });
}
SIMT_DRIVER_TWIN(cuStreamGetCtx, , _ptsz)

SIMT_DRIVER(cuStreamIsCapturing, , CUstream stream, CUstreamCaptureStatus* status) {
    return in_context(
        [&] { return cudaStreamIsCapturing(stream, reinterpret_cast<cudaStreamCaptureStatus*>(status)); });
}
SIMT_DRIVER_TWIN(cuStreamIsCapturing, , _ptsz)

SIMT_DRIVER(cuStreamAttachMemAsync, , CUstream stream, CUdeviceptr pointer, size_t bytes, unsigned flags) {
    return in_context([&] { return cudaStreamAttachMemAsync(stream, pointer_of(pointer), bytes, flags); });
}
SIMT_DRIVER_TWIN(cuStreamAttachMemAsync, , _ptsz)

// The callback gets its status as a CUresult, which has the numbers of cudaError_t.
SIMT_DRIVER(cuStreamAddCallback, , CUstream stream, CUstreamCallback callback, void* data, unsigned flags) {
    return in_context([&] {
        return cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags);
    });
}
SIMT_DRIVER_TWIN(cuStreamAddCallback, , _ptsz)

SIMT_DRIVER(cuLaunchHostFunc, , CUstream stream, CUhostFn function, void* data) {
    return in_context([&] { return cudaLaunchHostFunc(stream, function, data); });
}
SIMT_DRIVER_TWIN(cuLaunchHostFunc, , _ptsz)

SIMT_DRIVER(cuEventCreate, , CUevent* event, unsigned flags) {
    return in_context([&] { return cudaEventCreateWithFlags(event, flags); });
}

SIMT_DRIVER(cuEventDestroy, _v2, CUevent event) {
    return in_context([&] { return cudaEventDestroy(event); });
}

SIMT_DRIVER(cuEventRecord, , CUevent event, CUstream stream) {
    return in_context([&] { return cudaEventRecord(event, stream); });
}
SIMT_DRIVER_TWIN(cuEventRecord, , _ptsz)

SIMT_DRIVER(cuEventRecordWithFlags, , CUevent event, CUstream stream, unsigned flags) {
    return in_context([&] { return cudaEventRecordWithFlags(event, stream, flags); });
}
SIMT_DRIVER_TWIN(cuEventRecordWithFlags, , _ptsz)

SIMT_DRIVER(cuEventSynchronize, , CUevent event) {
    return in_context([&] { return cudaEventSynchronize(event); });
}

SIMT_DRIVER(cuEventQuery, , CUevent event) {
    return in_context([&] { return cudaEventQuery(event); });
}

SIMT_DRIVER_UNDECLARED(cuEventElapsedTime, , float* milliseconds, CUevent start, CUevent end) {
    return in_context([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}
SIMT_DRIVER_TWIN(cuEventElapsedTime, , _v2)

}  // namespace simt::driver
