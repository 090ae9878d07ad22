// cudaMemset and its 2D, 3D and asynchronous variants.
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt::runtime;

namespace {

cudaError_t fill_rows(Context& context, void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return fill(context, pointer, {width, height, pitch}, value);
}

// Fills the extent's rows in each slice; slices are as high as the allocation.
cudaError_t fill_slices(Context& context, const cudaPitchedPtr& pitched, int value,
                        const cudaExtent& extent) {
    if (extent.height > pitched.ysize && extent.depth > 1)
        return refuse(cudaErrorInvalidValue, "{} rows a slice do not fit an allocation of {}", extent.height,
                      pitched.ysize);
    for (size_t z = 0; z < extent.depth; ++z) {
        auto* const slice = static_cast<unsigned char*>(pitched.ptr) + z * pitched.pitch * pitched.ysize;
        if (const cudaError_t error =
                fill_rows(context, slice, pitched.pitch, value, extent.width, extent.height);
            error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    return call("cudaMemset", [&](Context& context) {
        return context.streams.enqueue(
            nullptr, [=, &context] { return fill_rows(context, pointer, bytes, value, bytes, 1); });
    });
}
SIMT_ALSO_AS(cudaMemset, cudaMemset_ptds);

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
    return call("cudaMemsetAsync", [&](Context& context) {
        return context.streams.enqueue(
            stream, [=, &context] { return fill_rows(context, pointer, bytes, value, bytes, 1); });
    });
}
SIMT_ALSO_AS(cudaMemsetAsync, cudaMemsetAsync_ptsz);

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return call("cudaMemset2D", [&](Context& context) {
        return context.streams.enqueue(
            nullptr, [=, &context] { return fill_rows(context, pointer, pitch, value, width, height); });
    });
}
SIMT_ALSO_AS(cudaMemset2D, cudaMemset2D_ptds);

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return call("cudaMemset2DAsync", [&](Context& context) {
        return context.streams.enqueue(
            stream, [=, &context] { return fill_rows(context, pointer, pitch, value, width, height); });
    });
}
SIMT_ALSO_AS(cudaMemset2DAsync, cudaMemset2DAsync_ptsz);

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
    return call("cudaMemset3D", [&](Context& context) {
        return context.streams.enqueue(
            nullptr, [=, &context] { return fill_slices(context, pitched, value, extent); });
    });
}
SIMT_ALSO_AS(cudaMemset3D, cudaMemset3D_ptds);

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
    return call("cudaMemset3DAsync", [&](Context& context) {
        return context.streams.enqueue(
            stream, [=, &context] { return fill_slices(context, pitched, value, extent); });
    });
}
SIMT_ALSO_AS(cudaMemset3DAsync, cudaMemset3DAsync_ptsz);
