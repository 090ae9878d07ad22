// cuMemcpy with its directions and its 2D and 3D forms, and cuMemset with its widths. Copies become those of the runtime,
// whose pointers, pitches and directions the driver's descriptions name in other words.
#include "emulator/driver/call.hpp"
// Behind the runtime's declarations.
#include <algorithm>

#include "emulator/runtime/arrays.hpp"
#include "emulator/runtime/graphs/capture.hpp"

namespace simt::driver {
namespace {

// One side of a 2D or 3D copy. Its first byte is at x bytes, row y, slice z.
struct Side {
    CUmemorytype type;
    const void* host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z, pitch, rows_per_slice;

    bool is_array() const { return type == CU_MEMORYTYPE_ARRAY; }
    // The runtime counts elements in an array, bytes elsewhere.
    size_t unit() const { return is_array() ? runtime::array_of(runtime_array()).image.format.bytes() : 1; }
    cudaArray_t runtime_array() const { return is_array() ? reinterpret_cast<cudaArray_t>(array) : nullptr; }
    cudaPos position() const { return {elements(x, unit()), y, z}; }
    cudaPitchedPtr pitched() const {
        if (is_array()) return {};
        void* const base = type == CU_MEMORYTYPE_HOST ? const_cast<void*>(host) : pointer_of(device);
        return {base, pitch, pitch, rows_per_slice};
    }
    static size_t elements(size_t bytes, size_t unit) {
        if (bytes % unit != 0)
            fail(cudaErrorInvalidValue, "{} bytes are no whole number of elements of {} bytes", bytes, unit);
        return bytes / unit;
    }
};

template <class Copy>
Side source_of(const Copy& copy, size_t z = 0, size_t rows_per_slice = 0) {
    return {copy.srcMemoryType, copy.srcHost,  copy.srcDevice, copy.srcArray, copy.srcXInBytes, copy.srcY, z,
            copy.srcPitch,      rows_per_slice};
}

template <class Copy>
Side destination_of(const Copy& copy, size_t z = 0, size_t rows_per_slice = 0) {
    return {copy.dstMemoryType, copy.dstHost,  copy.dstDevice, copy.dstArray, copy.dstXInBytes, copy.dstY, z,
            copy.dstPitch,      rows_per_slice};
}

// cudaMemcpyDefault if one of the sides is of unified type: then the addresses tell.
cudaMemcpyKind kind_of(const Side& from, const Side& to) {
    const bool from_host = from.type == CU_MEMORYTYPE_HOST, to_host = to.type == CU_MEMORYTYPE_HOST;
    for (const Side* side : {&from, &to})
        if (side->type < CU_MEMORYTYPE_HOST || side->type > CU_MEMORYTYPE_UNIFIED)
            fail(cudaErrorInvalidValue, "{} is no CUmemorytype", static_cast<int>(side->type));
    if (from.type == CU_MEMORYTYPE_UNIFIED || to.type == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
    if (from_host) return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

// The runtime's description of a 3D copy. A 2D copy is one of a single slice.
template <class Copy>
cudaMemcpy3DParms box_of(const Copy* copy) {
    if (!copy) fail(cudaErrorInvalidValue, "the description of the copy is a null pointer");
    cudaMemcpy3DParms box = {};
    Side from, to;
    if constexpr (std::is_same_v<Copy, CUDA_MEMCPY3D>) {
        if (copy->srcLOD != 0 || copy->dstLOD != 0)
            fail(cudaErrorInvalidValue, "srcLOD and dstLOD must be 0");
        from = source_of(*copy, copy->srcZ, copy->srcHeight);
        to = destination_of(*copy, copy->dstZ, copy->dstHeight);
        box.extent = {copy->WidthInBytes, copy->Height, copy->Depth};
    } else {
        from = source_of(*copy);
        to = destination_of(*copy);
        box.extent = {copy->WidthInBytes, copy->Height, 1};
    }
    box.kind = kind_of(from, to);
    box.extent.width = Side::elements(box.extent.width, std::max(from.unit(), to.unit()));
    box.srcArray = from.runtime_array();
    box.srcPtr = from.pitched();
    box.srcPos = from.position();
    box.dstArray = to.runtime_array();
    box.dstPtr = to.pitched();
    box.dstPos = to.position();
    return box;
}

template <class Copy>
CUresult copy_box(const Copy* copy, const std::function<cudaError_t(const cudaMemcpy3DParms&)>& run,
                  const char* name) {
    return in_context(
        [&] {
            cudaMemcpy3DParms box;
            const cudaError_t read = call([&] { box = box_of(copy); });
            return read == cudaSuccess ? run(box) : read;
        },
        name);
}

template <class Copy>
CUresult copy_now(const Copy* copy, const char* name = __builtin_FUNCTION()) {
    return copy_box(
        copy, [](const cudaMemcpy3DParms& box) { return cudaMemcpy3D(&box); }, name);
}

template <class Copy>
CUresult copy_in(CUstream stream, const Copy* copy, const char* name = __builtin_FUNCTION()) {
    return copy_box(
        copy, [=](const cudaMemcpy3DParms& box) { return cudaMemcpy3DAsync(&box, stream); }, name);
}

CUresult copy_line(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
                   const char* name = __builtin_FUNCTION()) {
    return in_context([&] { return cudaMemcpy(destination, source, bytes, kind); }, name);
}

CUresult copy_line_in(CUstream stream, void* destination, const void* source, size_t bytes,
                      cudaMemcpyKind kind, const char* name = __builtin_FUNCTION()) {
    return in_context([&] { return cudaMemcpyAsync(destination, source, bytes, kind, stream); }, name);
}

// width: in elements, each of `element` bytes.
CUresult fill(CUstream stream, CUdeviceptr pointer, size_t pitch, unsigned value, unsigned element,
              size_t width, size_t height, const char* name = __builtin_FUNCTION()) {
    return in_context(
        [&] {
            if (pointer % element != 0 || (height > 1 && pitch % element != 0))
                fail(cudaErrorInvalidValue, "the address {:#x} and the pitch must be multiples of {} bytes",
                     pointer, element);
            const cudaMemsetParams rows = {pointer_of(pointer), pitch, value, element, width, height};
            runtime::enqueue_or_capture(stream, runtime::FillWork{rows});
        },
        name);
}

}  // namespace

SIMT_DRIVER(cuMemcpy, , CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy_line(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault);
}
SIMT_DRIVER_TWIN(cuMemcpy, , _ptds)

SIMT_DRIVER(cuMemcpyAsync, , CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_line_in(stream, pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault);
}
SIMT_DRIVER_TWIN(cuMemcpyAsync, , _ptsz)

SIMT_DRIVER(cuMemcpyHtoD, _v2, CUdeviceptr to, const void* from, size_t bytes) {
    return copy_line(pointer_of(to), from, bytes, cudaMemcpyHostToDevice);
}
SIMT_DRIVER_TWIN(cuMemcpyHtoD, _v2, _ptds)

SIMT_DRIVER(cuMemcpyHtoDAsync, _v2, CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
    return copy_line_in(stream, pointer_of(to), from, bytes, cudaMemcpyHostToDevice);
}
SIMT_DRIVER_TWIN(cuMemcpyHtoDAsync, _v2, _ptsz)

SIMT_DRIVER(cuMemcpyDtoH, _v2, void* to, CUdeviceptr from, size_t bytes) {
    return copy_line(to, pointer_of(from), bytes, cudaMemcpyDeviceToHost);
}
SIMT_DRIVER_TWIN(cuMemcpyDtoH, _v2, _ptds)

SIMT_DRIVER(cuMemcpyDtoHAsync, _v2, void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_line_in(stream, to, pointer_of(from), bytes, cudaMemcpyDeviceToHost);
}
SIMT_DRIVER_TWIN(cuMemcpyDtoHAsync, _v2, _ptsz)

SIMT_DRIVER(cuMemcpyDtoD, _v2, CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy_line(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice);
}
SIMT_DRIVER_TWIN(cuMemcpyDtoD, _v2, _ptds)

SIMT_DRIVER(cuMemcpyDtoDAsync, _v2, CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_line_in(stream, pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice);
}
SIMT_DRIVER_TWIN(cuMemcpyDtoDAsync, _v2, _ptsz)

SIMT_DRIVER(cuMemcpy2D, _v2, const CUDA_MEMCPY2D* copy) { return copy_now(copy); }
SIMT_DRIVER_TWIN(cuMemcpy2D, _v2, _ptds)

SIMT_DRIVER(cuMemcpy2DUnaligned, _v2, const CUDA_MEMCPY2D* copy) { return copy_now(copy); }
SIMT_DRIVER_TWIN(cuMemcpy2DUnaligned, _v2, _ptds)

SIMT_DRIVER(cuMemcpy2DAsync, _v2, const CUDA_MEMCPY2D* copy, CUstream stream) {
    return copy_in(stream, copy);
}
SIMT_DRIVER_TWIN(cuMemcpy2DAsync, _v2, _ptsz)

SIMT_DRIVER(cuMemcpy3D, _v2, const CUDA_MEMCPY3D* copy) { return copy_now(copy); }
SIMT_DRIVER_TWIN(cuMemcpy3D, _v2, _ptds)

SIMT_DRIVER(cuMemcpy3DAsync, _v2, const CUDA_MEMCPY3D* copy, CUstream stream) {
    return copy_in(stream, copy);
}
SIMT_DRIVER_TWIN(cuMemcpy3DAsync, _v2, _ptsz)

// cuMemsetD8, its 2D form, and both in a stream; the same for 16 and 32 bits.
#define SIMT_MEMSET(bits, Value)                                                                        \
    SIMT_DRIVER(cuMemsetD##bits, _v2, CUdeviceptr to, Value value, size_t count) {                      \
        return fill(nullptr, to, 0, value, bits / 8, count, 1);                                         \
    }                                                                                                   \
    SIMT_DRIVER_TWIN(cuMemsetD##bits, _v2, _ptds)                                                       \
    SIMT_DRIVER(cuMemsetD##bits##Async, , CUdeviceptr to, Value value, size_t count, CUstream stream) { \
        return fill(stream, to, 0, value, bits / 8, count, 1);                                          \
    }                                                                                                   \
    SIMT_DRIVER_TWIN(cuMemsetD##bits##Async, , _ptsz)                                                   \
    SIMT_DRIVER(cuMemsetD2D##bits, _v2, CUdeviceptr to, size_t pitch, Value value, size_t width,        \
                size_t height) {                                                                        \
        return fill(nullptr, to, pitch, value, bits / 8, width, height);                                \
    }                                                                                                   \
    SIMT_DRIVER_TWIN(cuMemsetD2D##bits, _v2, _ptds)                                                     \
    SIMT_DRIVER(cuMemsetD2D##bits##Async, , CUdeviceptr to, size_t pitch, Value value, size_t width,    \
                size_t height, CUstream stream) {                                                       \
        return fill(stream, to, pitch, value, bits / 8, width, height);                                 \
    }                                                                                                   \
    SIMT_DRIVER_TWIN(cuMemsetD2D##bits##Async, , _ptsz)

SIMT_MEMSET(8, unsigned char)
SIMT_MEMSET(16, unsigned short)
SIMT_MEMSET(32, unsigned)

}  // namespace simt::driver
