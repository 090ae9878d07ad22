// The frame of every runtime call: one at a time, refused while the device's sticky error stands, no C++
// exception out into a C caller, the result remembered for cudaGetLastError.
#pragma once

#include <exception>
#include <mutex>
#include <new>
#include <utility>

#include "common/simt/runtime/context.hpp"
#include "common/simt/runtime/errors.hpp"

namespace simt::runtime {

// Runs body(context), which returns a cudaError_t.
template <class Body>
cudaError_t call(const char* name, Body&& body) {
    const CurrentCall current(name);
    Context& context = runtime::context();
    const std::lock_guard lock(context.mutex);
    if (const cudaError_t sticky = device_error(); sticky != cudaSuccess) return record(sticky);
    try {
        return record(std::forward<Body>(body)(context));
    } catch (const std::bad_alloc&) {
        return record(refuse(cudaErrorMemoryAllocation, "the host is out of memory"));
    } catch (const std::exception& error) {
        return record(refuse(cudaErrorUnknown, "{}", error.what()));
    }
}

}  // namespace simt::runtime
