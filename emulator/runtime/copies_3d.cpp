// cudaMemcpy3D between pitched memory: for each slice, a copy of its rows. Arrays (texture memory) are not supported.
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// The first row of slice z of the box that starts at `start`.
char* slice(const cudaPitchedPtr& memory, const cudaPos& start, size_t z) {
    return static_cast<char*>(memory.ptr) + ((start.z + z) * memory.ysize + start.y) * memory.pitch + start.x;
}

cudaError_t check_box(const cudaPitchedPtr& memory, const cudaPos& start, const cudaExtent& extent,
                      const char* role) {
    if (start.x + extent.width > memory.pitch)
        return refuse(cudaErrorInvalidPitchValue,
                      "{} bytes from byte {} on do not fit the {}'s pitch of {} bytes", extent.width, start.x,
                      role, memory.pitch);
    if (extent.depth > 1 && start.y + extent.height > memory.ysize)
        return refuse(cudaErrorInvalidPitchValue,
                      "{} rows from row {} on do not fit the {}'s slices of {} rows", extent.height, start.y,
                      role, memory.ysize);
    return cudaSuccess;
}

cudaError_t copy_box(Context& context, const cudaMemcpy3DParms* box) {
    if (!box) return refuse(cudaErrorInvalidValue, "the description of the copy is a null pointer");
    if (box->srcArray || box->dstArray)
        return refuse(cudaErrorNotSupported, "arrays (texture memory) are not supported by the emulator");
    const cudaExtent& extent = box->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return cudaSuccess;
    if (const cudaError_t error = check_box(box->dstPtr, box->dstPos, extent, "destination");
        error != cudaSuccess)
        return error;
    if (const cudaError_t error = check_box(box->srcPtr, box->srcPos, extent, "source"); error != cudaSuccess)
        return error;
    for (size_t z = 0; z < extent.depth; ++z) {
        const cudaError_t error = copy(
            context, slice(box->dstPtr, box->dstPos, z), {extent.width, extent.height, box->dstPtr.pitch},
            slice(box->srcPtr, box->srcPos, z), {extent.width, extent.height, box->srcPtr.pitch}, box->kind);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) {
    return call("cudaMemcpy3D", [&](Context& context) {
        return context.streams.submit(nullptr, [&] { return copy_box(context, box); });
    });
}
SIMT_ALSO_AS(cudaMemcpy3D, cudaMemcpy3D_ptds);

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream) {
    return call("cudaMemcpy3DAsync", [&](Context& context) {
        return context.streams.submit(stream, [&] { return copy_box(context, box); });
    });
}
SIMT_ALSO_AS(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz);
