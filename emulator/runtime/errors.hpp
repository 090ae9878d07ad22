// The error state of the runtime, as CUDA keeps it. Each thread has a last error, which cudaGetLastError clears. The
// device has an error too, which a faulting kernel sets and nothing clears ("sticky").
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// Ends a runtime call with an error, from wherever it is thrown.
struct Failure {
    cudaError_t error;
    std::string sentence;  // why, for stderr; empty if the error says enough
};

// Throws a Failure: fail(cudaErrorInvalidValue, "{} is …", pointer).
template <class... Args>
[[noreturn]] void fail(cudaError_t error, fmt::format_string<Args...> format, Args&&... args) {
    throw Failure{error, fmt::format(format, std::forward<Args>(args)...)};
}

// Prints "simt: " and the sentence as one line on stderr.
void say(std::string_view sentence);
template <class First, class... Args>
void say(fmt::format_string<First, Args...> format, First&& first, Args&&... args) {
    say(fmt::format(format, std::forward<First>(first), std::forward<Args>(args)...));
}

// Runs the work of the call `name`. Returns the error of a Failure that it throws, after printing its sentence. Prints
// at most 20 sentences for each call. Other exceptions become CUDA errors too.
cudaError_t outcome_of(const char* name, const std::function<void()>& work);

// The name of the call that this thread is in, for messages.
const char* current_call();

// A call of the driver (emulator/driver), which calls the runtime's functions. While it lasts, messages and counts have its
// name, and cudaGetLastError learns of no error.
class DriverCall {
  public:
    explicit DriverCall(const char* name);
    ~DriverCall();
    DriverCall(const DriverCall&) = delete;
    DriverCall& operator=(const DriverCall&) = delete;

  private:
    const char* outer_;  // nullptr: none
};
bool in_driver_call();

// Runs a part of this call under the name of the one that asked for it. A Failure leaves it.
void as_call(const char* name, const std::function<void()>& work);

// Remembers a call's error for this thread and returns it; success changes nothing.
cudaError_t record(cudaError_t error);

// The error that a kernel left on the device, or cudaSuccess. After the first such error every call fails with it.
cudaError_t device_error();
void set_device_error(cudaError_t error);
void check_device_error();  // throws it as a Failure

}  // namespace simt::runtime
