// The frame of every runtime call. Calls run one at a time. A call is refused inside a stream's host function and
// after a sticky error of the device. No C++ exception leaves it, and cudaGetLastError remembers its result.
#pragma once

#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <utility>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"

namespace simt::runtime {

// Runs body(context), which returns a cudaError_t, even while a sticky error stands. For the few calls that never
// involve the device.
template <class Body>
cudaError_t query(const char* name, Body&& body) {
    const CurrentCall current(name);
    if (in_host_function())
        return record(
            refuse(cudaErrorNotPermitted,
                   "a host function in a stream may not call CUDA; let the thread that waits for it do so"));
    Context& context = runtime::context();
    const std::lock_guard lock(context.mutex);
    try {
        return record(std::forward<Body>(body)(context));
    } catch (const std::bad_alloc&) {
        return record(refuse(cudaErrorMemoryAllocation, "the host is out of memory"));
    } catch (const std::exception& error) {
        return record(refuse(cudaErrorUnknown, "{}", error.what()));
    }
}

// Runs body(context), unless there is a sticky error: then returns that.
template <class Body>
cudaError_t call(const char* name, Body&& body) {
    return query(name, [&](Context& context) -> cudaError_t {
        if (const cudaError_t sticky = device_error(); sticky != cudaSuccess) return sticky;
        return std::forward<Body>(body)(context);
    });
}

// Writes the first bytes of a structure, as many as the program's header declares (layouts.hpp).
template <class Structure>
cudaError_t answer_part(void* result, const Structure& structure, size_t bytes = sizeof(Structure)) {
    if (!result) return refuse(cudaErrorInvalidValue, "the pointer to write the result to is null");
    std::memcpy(result, &structure, bytes);
    return cudaSuccess;
}

// Writes a call's answer through the program's pointer.
template <class Value>
cudaError_t answer(Value* result, Value value) {
    if (!result) return refuse(cudaErrorInvalidValue, "the pointer to write the result to is null");
    *result = value;
    return cudaSuccess;
}

}  // namespace simt::runtime
