// cudaMemcpy and its 2D, peer and asynchronous variants.
#include <memory>
#include <vector>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return call("cudaMemcpy", [&](Context& context) {
        return context.streams.submit(nullptr,
                                      [&] { return copy(context, destination, source, bytes, kind); });
    });
}
SIMT_ALSO_AS(cudaMemcpy, cudaMemcpy_ptds);

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return call("cudaMemcpyAsync", [&](Context& context) {
        const auto known = [&](const void* pointer) {
            return context.space.find(reinterpret_cast<u64>(pointer)) != nullptr;
        };
        // The program may write or read pageable memory as soon as the call returns.
        const bool from_pageable = !known(source), to_pageable = !known(destination);
        if (from_pageable && !to_pageable && source && context.streams.has_pending_work() &&
            (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDefault)) {
            const auto* const first = static_cast<const u8*>(source);
            const auto staged = std::make_shared<std::vector<u8>>(first, first + bytes);
            return context.streams.enqueue(stream, [=, &context] {
                return copy(context, destination, staged->data(), bytes, cudaMemcpyHostToDevice);
            });
        }
        const auto work = [=, &context] { return copy(context, destination, source, bytes, kind); };
        return from_pageable || to_pageable ? context.streams.submit(stream, work, to_pageable)
                                            : context.streams.enqueue(stream, work);
    });
}
SIMT_ALSO_AS(cudaMemcpyAsync, cudaMemcpyAsync_ptsz);

cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
    return call("cudaMemcpy2D", [&](Context& context) {
        return context.streams.submit(nullptr, [&] {
            return copy(context, destination, {width, height, destination_pitch}, source,
                        {width, height, source_pitch}, kind);
        });
    });
}
SIMT_ALSO_AS(cudaMemcpy2D, cudaMemcpy2D_ptds);

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return call("cudaMemcpy2DAsync", [&](Context& context) {
        return context.streams.submit(stream, [&] {
            return copy(context, destination, {width, height, destination_pitch}, source,
                        {width, height, source_pitch}, kind);
        });
    });
}
SIMT_ALSO_AS(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz);

namespace {

// There is one device, so a copy between peers stays on it.
cudaError_t copy_between(Context& context, void* destination, int destination_device, const void* source,
                         int source_device, size_t bytes) {
    if (destination_device != 0 || source_device != 0)
        return refuse(cudaErrorInvalidDevice, "there is one device, number 0; asked for {} and {}",
                      destination_device, source_device);
    return copy(context, destination, source, bytes, cudaMemcpyDeviceToDevice);
}

}  // namespace

cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source, int source_device,
                           size_t bytes) {
    return call("cudaMemcpyPeer", [&](Context& context) {
        return copy_between(context, destination, destination_device, source, source_device, bytes);
    });
}

cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t bytes, cudaStream_t stream) {
    return call("cudaMemcpyPeerAsync", [&](Context& context) {
        return context.streams.submit(stream, [&] {
            return copy_between(context, destination, destination_device, source, source_device, bytes);
        });
    });
}
