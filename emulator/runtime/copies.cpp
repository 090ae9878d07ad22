// cudaMemcpy and cudaMemset with their 2D, 3D, peer and asynchronous variants. A 3D box is copied slice by slice. Copies of arrays
// that are no boxes are in array_copies.cpp.
#include <memory>
#include <set>
#include <vector>

#include "emulator/runtime/arrays.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/graphs/run_work.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// The devices that take part in a copy in the current device's default stream: those whose memory it reads and writes, too.
std::set<int> devices_of(const void* destination, const void* source) {
    std::set<int> devices{current_device()};
    for (const void* const pointer : {destination, source}) {
        const memory::Allocation* const found = context().space.find(reinterpret_cast<u64>(pointer));
        if (found != nullptr && found->device != memory::kEveryDevice &&
            (found->kind == memory::Kind::Device || found->kind == memory::Kind::Variable ||
             found->kind == memory::Kind::Constant))
            devices.insert(found->device);
    }
    return devices;
}

// A copy in the default stream between two places.
cudaError_t submit_copy(const void* destination, const void* source, const std::function<void()>& work,
                        const char* name = __builtin_FUNCTION()) {
    return call(
        [&] {
            check_unsafe_call();
            if (const std::set<int> devices = devices_of(destination, source); devices.size() > 1)
                context().streams.submit_between(devices, work, true);
            else
                context().streams.submit(nullptr, work);
        },
        name);
}

}  // namespace

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return submit_copy(destination, source,
                       [&] { copy(rows(destination, bytes), rows(source, bytes), kind); });
}
SIMT_ALSO_AS(cudaMemcpy, cudaMemcpy_ptds);

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return call([&] {
        Streams& streams = context().streams;
        const Rows to = rows(destination, bytes), from = rows(source, bytes);
        if (is_capturing(stream)) return void(capture(stream, copy_work(to, from, kind)));
        const auto work = [=] { copy(to, from, kind); };
        // The program may write or read pageable memory as soon as the call returns.
        const bool from_pageable = !context().space.find(from.address);
        const bool to_pageable = !context().space.find(to.address);
        if (from_pageable && !to_pageable && source && streams.has_pending_work() &&
            (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDefault)) {
            const auto* const first = static_cast<const u8*>(source);
            const auto staged = std::make_shared<std::vector<u8>>(first, first + bytes);
            streams.enqueue(stream, [=] { copy(to, rows(staged->data(), bytes), cudaMemcpyHostToDevice); });
        } else if (const auto devices = devices_of(destination, source);
                   stream == nullptr && devices.size() > 1) {
            streams.submit_between(devices, work, to_pageable);
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
    return submit_copy(destination, source, [&] {
        copy(rows(destination, width, height, destination_pitch), rows(source, width, height, source_pitch),
             kind);
    });
}
SIMT_ALSO_AS(cudaMemcpy2D, cudaMemcpy2D_ptds);

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return call([&] {
        const Rows to = rows(destination, width, height, destination_pitch);
        const Rows from = rows(source, width, height, source_pitch);
        if (is_capturing(stream)) return void(capture(stream, copy_work(to, from, kind)));
        context().streams.submit(stream, [&] { copy(to, from, kind); });
    });
}
SIMT_ALSO_AS(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz);

namespace {

// The program does not wait for a copy between two devices, which needs no access from one to the other.
cudaError_t submit_peers(int destination, int source, const std::function<void()>& work, const char* name) {
    return call(
        [&] {
            check_device(destination);
            check_device(source);
            check_unsafe_call();
            context().streams.submit_between({current_device(), destination, source}, work, false);
        },
        name);
}

}  // namespace

cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source, int source_device,
                           size_t bytes) {
    return submit_peers(
        destination_device, source_device,
        [&] { copy(rows(destination, bytes), rows(source, bytes), cudaMemcpyDeviceToDevice); }, __func__);
}

cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t bytes, cudaStream_t stream) {
    return call([&] {
        check_device(destination_device);
        check_device(source_device);
        const Rows to = rows(destination, bytes), from = rows(source, bytes);
        if (stream == nullptr)
            context().streams.submit_between(
                {current_device(), destination_device, source_device},
                [&] { copy(to, from, cudaMemcpyDeviceToDevice); }, false);
        else
            enqueue_or_capture(stream, copy_work(to, from, cudaMemcpyDeviceToDevice));
    });
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

// Where a box begins and ends: an array, whose positions count elements, or memory, whose positions count bytes.
struct BoxEnd {
    const Array* array;  // nullptr: memory
    const cudaPitchedPtr& memory;
    const cudaPos& start;
    const char* role;

    u64 element() const { return array == nullptr ? 1 : array->image.format.bytes(); }
    Rows slice_of(const cudaExtent& bytes, size_t z) const {
        if (array == nullptr) return slice(memory, start, bytes, z);
        return rows_in(*array, {start.x * element(), start.y, start.z + z}, bytes.width, bytes.height);
    }
};

const Array* array_or_null(cudaArray_const_t handle) {
    return handle == nullptr ? nullptr : &array_of(handle);
}

// Of cudaMemcpy3DParms or cudaMemcpy3DPeerParms.
template <class Parameters>
void copy_any_box(const Parameters& box, cudaMemcpyKind kind) {
    const BoxEnd to{array_or_null(box.dstArray), box.dstPtr, box.dstPos, "destination"};
    const BoxEnd from{array_or_null(box.srcArray), box.srcPtr, box.srcPos, "source"};
    if (to.array && from.array && to.element() != from.element())
        fail(cudaErrorInvalidValue, "the arrays' elements have {} and {} bytes: a copy needs equal ones",
             from.element(), to.element());
    // With an array, the extent's width counts its elements.
    cudaExtent extent = box.extent;
    extent.width *= std::max(to.element(), from.element());
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return;
    for (const BoxEnd& end : {to, from})
        if (end.array == nullptr) check_box(end.memory, end.start, extent, end.role);
    for (size_t z = 0; z < extent.depth; ++z) copy(to.slice_of(extent, z), from.slice_of(extent, z), kind);
}

template <class Parameters>
void check_description(const Parameters* box) {
    if (!box) fail(cudaErrorInvalidValue, "the description of the copy is a null pointer");
}

void copy_described(const cudaMemcpy3DParms* box) {
    check_description(box);
    copy_box(*box);
}

}  // namespace

void simt::runtime::copy_box(const cudaMemcpy3DParms& box) { copy_any_box(box, box.kind); }

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) {
    return submit_copy(box ? box->dstPtr.ptr : nullptr, box ? box->srcPtr.ptr : nullptr,
                       [&] { copy_described(box); });
}
SIMT_ALSO_AS(cudaMemcpy3D, cudaMemcpy3D_ptds);

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream) {
    return call([&] {
        if (box && is_capturing(stream)) return void(capture(stream, CopyWork{*box}));
        context().streams.submit(stream, [&] { copy_described(box); });
    });
}
SIMT_ALSO_AS(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz);

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* box) {
    if (box == nullptr) return call([&] { check_description(box); });
    return submit_peers(
        box->dstDevice, box->srcDevice, [&] { copy_any_box(*box, cudaMemcpyDeviceToDevice); }, __func__);
}
SIMT_ALSO_AS(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds);

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* box, cudaStream_t stream) {
    return call([&] {
        check_description(box);
        for (const int device : {box->srcDevice, box->dstDevice}) check_device(device);
        context().streams.enqueue(stream,
                                  [copied = *box] { copy_any_box(copied, cudaMemcpyDeviceToDevice); });
    });
}
SIMT_ALSO_AS(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz);

namespace {

cudaError_t fill_in(cudaStream_t stream, const Rows& to, int value, const char* name = __builtin_FUNCTION()) {
    return call(
        [&] {
            void* const first = reinterpret_cast<void*>(to.address);
            enqueue_or_capture(stream, FillWork{{first, to.pitch, static_cast<unsigned char>(value), 1,
                                                 to.width, to.height}});
        },
        name);
}

}  // namespace

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    return fill_in(nullptr, rows(pointer, bytes), value);
}
SIMT_ALSO_AS(cudaMemset, cudaMemset_ptds);

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
    return fill_in(stream, rows(pointer, bytes), value);
}
SIMT_ALSO_AS(cudaMemsetAsync, cudaMemsetAsync_ptsz);

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return fill_in(nullptr, rows(pointer, width, height, pitch), value);
}
SIMT_ALSO_AS(cudaMemset2D, cudaMemset2D_ptds);

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return fill_in(stream, rows(pointer, width, height, pitch), value);
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
