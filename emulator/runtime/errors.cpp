// The error state behind cudaGetLastError and the sentences on stderr; see errors.hpp.
#include "emulator/runtime/errors.hpp"

#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <new>

namespace simt::runtime {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
thread_local const char* call_name = "simt";
thread_local const char* driver_call = nullptr;
std::atomic<cudaError_t> sticky_error{cudaSuccess};

cudaError_t say_failure(cudaError_t error, std::string_view sentence) {
    constexpr int kMostSentences = 20;  // for each call
    static std::mutex mutex;
    static auto* const said = new std::map<std::string_view, int>;
    const std::lock_guard lock(mutex);
    const int count = ++(*said)[call_name];
    if (count <= kMostSentences)
        say("{}: {}{}", call_name, sentence,
            count < kMostSentences ? "" : " (further failures of this call are not shown)");
    return error;
}

}  // namespace

void say(std::string_view sentence) {
    const std::string line = fmt::format("simt: {}\n", sentence);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

cudaError_t outcome_of(const char* name, const std::function<void()>& work) {
    const char* const outer = std::exchange(call_name, driver_call ? driver_call : name);
    cudaError_t error = cudaSuccess;
    try {
        work();
    } catch (const Failure& failure) {
        error = failure.error;
        if (!failure.sentence.empty()) say_failure(error, failure.sentence);
    } catch (const std::bad_alloc&) {
        error = say_failure(cudaErrorMemoryAllocation, "the host is out of memory");
    } catch (const std::exception& caught) {
        error = say_failure(cudaErrorUnknown, caught.what());
    }
    call_name = outer;
    return error;
}

void as_call(const char* name, const std::function<void()>& work) {
    const char* const outer = std::exchange(call_name, name);
    try {
        work();
    } catch (...) {
        call_name = outer;
        throw;
    }
    call_name = outer;
}

const char* current_call() { return call_name; }

DriverCall::DriverCall(const char* name) : outer_(std::exchange(driver_call, name)) {}
DriverCall::~DriverCall() { driver_call = outer_; }
bool in_driver_call() { return driver_call != nullptr; }

cudaError_t record(cudaError_t error) {
    if (error != cudaSuccess && !in_driver_call()) last_error = error;
    return error;
}

cudaError_t device_error() { return sticky_error; }
void set_device_error(cudaError_t error) { sticky_error = error; }
void check_device_error() {
    if (device_error() != cudaSuccess) throw Failure{device_error(), {}};
}

}  // namespace simt::runtime

using namespace simt::runtime;

cudaError_t cudaPeekAtLastError() { return last_error; }

cudaError_t cudaGetLastError() { return std::exchange(last_error, cudaSuccess); }
