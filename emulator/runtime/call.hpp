// The frame of every runtime call. Calls run one at a time. They fail inside a stream's host function and after a
// sticky error of the device. No C++ exception leaves them, and cudaGetLastError remembers their errors.
#pragma once

#include <cstring>
#include <functional>
#include <type_traits>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"

namespace simt::runtime {

// Runs the call `name`, by default the function that calls this. Its result is cudaSuccess, or the error of the
// Failure that body throws.
cudaError_t call(const std::function<void()>& body, const char* name = __builtin_FUNCTION());

// The same even while a sticky error stands, for the few calls that never involve the device.
cudaError_t query(const std::function<void()>& body, const char* name = __builtin_FUNCTION());

// The same, for calls of which cudaGetLastError does not learn.
cudaError_t framed(const std::function<void()>& body, const char* name);

// A call whose work belongs to a stream: submit() waits for the work, enqueue() may put it off (streams.hpp).
cudaError_t submit(cudaStream_t stream, const std::function<void()>& work,
                   const char* name = __builtin_FUNCTION());
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work, const char* name = __builtin_FUNCTION());

// Throws unless the device exists.
void check_device(int device);

// cudaDeviceReset of this device (device_calls.cpp).
cudaError_t reset_device(int device, const char* name = __builtin_FUNCTION());

// Writes the first bytes of a structure, as many as the program's header declares (layouts.hpp).
template <class Structure>
void answer_part(void* result, const Structure& structure, size_t bytes = sizeof(Structure)) {
    if (!result) fail(cudaErrorInvalidValue, "the pointer to write the result to is null");
    std::memcpy(result, &structure, bytes);
}

// Writes a call's answer through the program's pointer.
template <class Value>
void answer(Value* result, const std::type_identity_t<Value>& value) {
    answer_part(result, value);
}

}  // namespace simt::runtime
