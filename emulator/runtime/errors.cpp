// The error state behind cudaGetLastError and the sentences on stderr; see errors.hpp.
#include "emulator/runtime/errors.hpp"

#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>

namespace simt::runtime {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
thread_local const char* call_name = "simt";
std::atomic<cudaError_t> sticky_error{cudaSuccess};

}  // namespace

void say(std::string_view sentence) {
    const std::string line = fmt::format("simt: {}\n", sentence);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void say_failure(std::string_view sentence) {
    constexpr int kMostSentences = 20;  // for each call
    static std::mutex mutex;
    static auto* const said = new std::map<std::string_view, int>;
    const std::lock_guard lock(mutex);
    const int count = ++(*said)[call_name];
    if (count > kMostSentences) return;
    say(fmt::format("{}: {}{}", call_name, sentence,
                    count < kMostSentences ? "" : " (further failures of this call are not shown)"));
}

cudaError_t record(cudaError_t error) {
    if (error != cudaSuccess) last_error = error;
    return error;
}

cudaError_t device_error() { return sticky_error; }
void set_device_error(cudaError_t error) { sticky_error = error; }

const char* current_call() { return call_name; }

CurrentCall::CurrentCall(const char* name) : outer_(call_name) { call_name = name; }
CurrentCall::~CurrentCall() { call_name = outer_; }

}  // namespace simt::runtime

using namespace simt::runtime;

cudaError_t cudaPeekAtLastError() { return last_error; }

cudaError_t cudaGetLastError() {
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}
