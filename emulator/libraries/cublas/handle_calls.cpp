// The calls about handles, versions and statuses, and those that copy vectors and matrices to the device and back.
#include <cstddef>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/export.hpp"
#include "emulator/libraries/cublas/versions.hpp"
#include "emulator/runtime/entry_points.hpp"

using namespace simt;
using namespace simt::cublas;

namespace {

template <class Value>
void answer(Value* place, Value value) {
    check_pointer("the result", place);
    *place = value;
}

}  // namespace

CUBLAS_EXPORT Status cublasCreate_v2(Handle** handle) {
    return call("cublasCreate", [&] {
        check_pointer("handle", handle);
        *handle = create_handle();
    });
}
CUBLAS_EXPORT Status cublasDestroy_v2(Handle* handle) {
    return call("cublasDestroy", handle, [&](Handle&) { destroy_handle(handle); });
}
CUBLAS_EXPORT Status cublasGetVersion_v2(Handle*, int* version) {
    return call("cublasGetVersion", [&] { answer(version, kVersion); });
}
CUBLAS_EXPORT Status cublasGetProperty(libraryPropertyType type, int* value) {
    return call("cublasGetProperty", [&] { answer_property(type, value); });
}
CUBLAS_EXPORT std::size_t cublasGetCudartVersion() { return CUDART_VERSION; }

CUBLAS_EXPORT Status cublasSetStream_v2(Handle* handle, cudaStream_t stream) {
    return call("cublasSetStream", handle, [&](Handle& with) { with.stream = stream; });
}
CUBLAS_EXPORT Status cublasGetStream_v2(Handle* handle, cudaStream_t* stream) {
    return call("cublasGetStream", handle, [&](Handle& with) { answer(stream, with.stream); });
}
CUBLAS_EXPORT Status cublasSetPointerMode_v2(Handle* handle, PointerMode mode) {
    return call("cublasSetPointerMode", handle, [&](Handle& with) {
        check_choice("mode", mode, kDevicePointers);
        with.pointers = mode;
    });
}
CUBLAS_EXPORT Status cublasGetPointerMode_v2(Handle* handle, PointerMode* mode) {
    return call("cublasGetPointerMode", handle, [&](Handle& with) { answer(mode, with.pointers); });
}
CUBLAS_EXPORT Status cublasSetAtomicsMode(Handle* handle, AtomicsMode mode) {
    return call("cublasSetAtomicsMode", handle, [&](Handle& with) {
        check_choice("mode", mode, kAtomicsAllowed);
        with.atomics = mode;
    });
}
CUBLAS_EXPORT Status cublasGetAtomicsMode(Handle* handle, AtomicsMode* mode) {
    return call("cublasGetAtomicsMode", handle, [&](Handle& with) { answer(mode, with.atomics); });
}
// All modes compute the same here: float products of rounded floats, sums in float.
CUBLAS_EXPORT Status cublasSetMathMode(Handle* handle, MathMode mode) {
    return call("cublasSetMathMode", handle, [&](Handle& with) {
        const int plain = mode & ~kNoReducedPrecision;
        if ((plain < kDefaultMath || plain > kEmulatedFp32Math) && plain != kEmulatedFp64Math)
            refuse(kInvalidValue, "mode is {}, which is none of cublasMath_t", static_cast<int>(mode));
        with.math = mode;
    });
}
CUBLAS_EXPORT Status cublasGetMathMode(Handle* handle, MathMode* mode) {
    return call("cublasGetMathMode", handle, [&](Handle& with) { answer(mode, with.math); });
}
CUBLAS_EXPORT Status cublasSetSmCountTarget(Handle* handle, int count) {
    return call("cublasSetSmCountTarget", handle, [&](Handle& with) {
        check_at_least("smCountTarget", count, 0);
        with.multiprocessors = count;
    });
}
CUBLAS_EXPORT Status cublasGetSmCountTarget(Handle* handle, int* count) {
    return call("cublasGetSmCountTarget", handle, [&](Handle& with) { answer(count, with.multiprocessors); });
}
// The memory is not used: the CPU has its own.
CUBLAS_EXPORT Status cublasSetWorkspace_v2(Handle* handle, void* workspace, std::size_t bytes) {
    return call("cublasSetWorkspace", handle, [&](Handle&) {
        if (bytes != 0) check_pointer("workspace", workspace);
    });
}

// There is nothing to log.
CUBLAS_EXPORT Status cublasLoggerConfigure(int, int, int, const char*) { return kSuccess; }
CUBLAS_EXPORT Status cublasSetLoggerCallback(void (*)(const char*)) { return kSuccess; }
CUBLAS_EXPORT Status cublasGetLoggerCallback(void (**callback)(const char*)) {
    return call("cublasGetLoggerCallback",
                [&] { answer(callback, static_cast<void (*)(const char*)>(nullptr)); });
}

CUBLAS_EXPORT const char* cublasGetStatusName(Status status) { return name_of(status); }
CUBLAS_EXPORT const char* cublasGetStatusString(Status status) { return description_of(status); }
