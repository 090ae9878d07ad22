// cudaMemcpy and cudaMemset with their 2D, 3D, peer and asynchronous variants. A 3D box is copied slice by slice.
#include <memory>
#include <vector>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return submit(nullptr, [&] { copy(rows(destination, bytes), rows(source, bytes), kind); });
}
SIMT_ALSO_AS(cudaMemcpy, cudaMemcpy_ptds);

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return call([&] {
        Streams& streams = context().streams;
        const Rows to = rows(destination, bytes), from = rows(source, bytes);
        const auto work = [=] { copy(to, from, kind); };
        // The program may write or read pageable memory as soon as the call returns.
        const bool from_pageable = !context().space.find(from.address);
        const bool to_pageable = !context().space.find(to.address);
        if (from_pageable && !to_pageable && source && streams.has_pending_work() &&
            (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDefault)) {
            const auto* const first = static_cast<const u8*>(source);
            const auto staged = std::make_shared<std::vector<u8>>(first, first + bytes);
            streams.enqueue(stream, [=] { copy(to, rows(staged->data(), bytes), cudaMemcpyHostToDevice); });
        } else if (from_pageable || to_pageable) {
            streams.submit(stream, work, to_pageable);
        } else {
            streams.enqueue(stream, work);
        }
    });
}
SIMT_ALSO_AS(cudaMemcpyAsync, cudaMemcpyAsync_ptsz);

cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
    return submit(nullptr, [&] {
        copy(rows(destination, width, height, destination_pitch), rows(source, width, height, source_pitch),
             kind);
    });
}
SIMT_ALSO_AS(cudaMemcpy2D, cudaMemcpy2D_ptds);

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return submit(stream, [&] {
        copy(rows(destination, width, height, destination_pitch), rows(source, width, height, source_pitch),
             kind);
    });
}
SIMT_ALSO_AS(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz);

namespace {

// There is one device, so a copy between peers stays on it.
void copy_between(void* destination, int destination_device, const void* source, int source_device,
                  size_t bytes) {
    if (destination_device != 0 || source_device != 0)
        fail(cudaErrorInvalidDevice, "there is one device, number 0; asked for {} and {}", destination_device,
             source_device);
    copy(rows(destination, bytes), rows(source, bytes), cudaMemcpyDeviceToDevice);
}

}  // namespace

cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source, int source_device,
                           size_t bytes) {
    return call([&] { copy_between(destination, destination_device, source, source_device, bytes); });
}

cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t bytes, cudaStream_t stream) {
    return submit(stream,
                  [&] { copy_between(destination, destination_device, source, source_device, bytes); });
}

namespace {

// The rows of slice z of the box that starts at `start`.
Rows slice(const cudaPitchedPtr& memory, const cudaPos& start, const cudaExtent& extent, size_t z) {
    const size_t first_row = (start.z + z) * memory.ysize + start.y;
    return rows(static_cast<char*>(memory.ptr) + first_row * memory.pitch + start.x, extent.width,
                extent.height, memory.pitch);
}

void check_box(const cudaPitchedPtr& memory, const cudaPos& start, const cudaExtent& extent,
               const char* role) {
    if (start.x + extent.width > memory.pitch)
        fail(cudaErrorInvalidPitchValue, "{} bytes from byte {} on do not fit the {}'s pitch of {} bytes",
             extent.width, start.x, role, memory.pitch);
    if (extent.depth > 1 && start.y + extent.height > memory.ysize)
        fail(cudaErrorInvalidPitchValue, "{} rows from row {} on do not fit the {}'s slices of {} rows",
             extent.height, start.y, role, memory.ysize);
}

void copy_box(const cudaMemcpy3DParms* box) {
    if (!box) fail(cudaErrorInvalidValue, "the description of the copy is a null pointer");
    if (box->srcArray || box->dstArray)
        fail(cudaErrorNotSupported, "arrays (texture memory) are not supported by the emulator");
    const cudaExtent& extent = box->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return;
    check_box(box->dstPtr, box->dstPos, extent, "destination");
    check_box(box->srcPtr, box->srcPos, extent, "source");
    for (size_t z = 0; z < extent.depth; ++z)
        copy(slice(box->dstPtr, box->dstPos, extent, z), slice(box->srcPtr, box->srcPos, extent, z),
             box->kind);
}

}  // namespace

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) {
    return submit(nullptr, [&] { copy_box(box); });
}
SIMT_ALSO_AS(cudaMemcpy3D, cudaMemcpy3D_ptds);

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream) {
    return submit(stream, [&] { copy_box(box); });
}
SIMT_ALSO_AS(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz);

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    return enqueue(nullptr, [=] { fill(rows(pointer, bytes), value); });
}
SIMT_ALSO_AS(cudaMemset, cudaMemset_ptds);

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
    return enqueue(stream, [=] { fill(rows(pointer, bytes), value); });
}
SIMT_ALSO_AS(cudaMemsetAsync, cudaMemsetAsync_ptsz);

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return enqueue(nullptr, [=] { fill(rows(pointer, width, height, pitch), value); });
}
SIMT_ALSO_AS(cudaMemset2D, cudaMemset2D_ptds);

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return enqueue(stream, [=] { fill(rows(pointer, width, height, pitch), value); });
}
SIMT_ALSO_AS(cudaMemset2DAsync, cudaMemset2DAsync_ptsz);

namespace {

void fill_box(const cudaPitchedPtr& memory, int value, const cudaExtent& extent) {
    if (extent.height > memory.ysize && extent.depth > 1)
        fail(cudaErrorInvalidValue, "{} rows a slice do not fit an allocation of {}", extent.height,
             memory.ysize);
    for (size_t z = 0; z < extent.depth; ++z) fill(slice(memory, {}, extent, z), value);
}

}  // namespace

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
    return enqueue(nullptr, [=] { fill_box(memory, value, extent); });
}
SIMT_ALSO_AS(cudaMemset3D, cudaMemset3D_ptds);

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent, cudaStream_t stream) {
    return enqueue(stream, [=] { fill_box(memory, value, extent); });
}
SIMT_ALSO_AS(cudaMemset3DAsync, cudaMemset3DAsync_ptsz);
