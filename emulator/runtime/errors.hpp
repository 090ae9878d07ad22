// The error state of the runtime, as CUDA keeps it. Each thread has a last error, which cudaGetLastError clears. The
// device has an error too, which a faulting kernel sets and nothing clears ("sticky").
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// Prints "simt: " and the sentence as one line on stderr.
void say(std::string_view sentence);

// Remembers a call's error for this thread and returns it; success changes nothing.
cudaError_t record(cudaError_t error);

// The error that a kernel left on the device, or cudaSuccess. After the first such error every call returns it.
cudaError_t device_error();
void set_device_error(cudaError_t error);

// The name of the runtime call that this thread is in, for messages.
const char* current_call();

class CurrentCall {
  public:
    explicit CurrentCall(const char* name);
    ~CurrentCall();
    CurrentCall(const CurrentCall&) = delete;
    CurrentCall& operator=(const CurrentCall&) = delete;

  private:
    const char* outer_;
};

// Says why the current call fails. A call that fails a thousand times says so only a few times.
void say_failure(std::string_view sentence);

// The same, formatted; returns the error: return refuse(cudaErrorInvalidValue, "{} is …", pointer).
template <class... Args>
cudaError_t refuse(cudaError_t error, fmt::format_string<Args...> format, Args&&... args) {
    say_failure(fmt::format(format, std::forward<Args>(args)...));
    return error;
}

}  // namespace simt::runtime
