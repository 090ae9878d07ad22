// Every call of the CUDA 13 runtime that the emulator does not support (unsupported_calls.inc). Such a call fails and says
// its name. If it were missing, the loader would refuse the whole program.
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace {

// What to use instead, by a part of the call's name; the first match counts.
constexpr struct {
    std::string_view part, text;
} kAdvice[] = {
    {"Capture", "launch the kernels in the stream instead of capturing a graph"},
    {"Graph", "launch the kernels in a stream instead of building a graph"},
    {"Texture", "read the data through a plain pointer (const __restrict__)"},
    {"Surface", "write the data through a plain pointer"},
    {"Array", "use cudaMallocPitch and plain pointers instead of arrays"},
    {"Cluster", "use grids without clusters"},
    {"MemPool", "use a pool of this process, with cudaMallocFromPoolAsync"},
    {"Ipc", "share data through the host"},
    {"Library", "compile the kernels into the program"},
    {"", "do without it here, or run the program on a GPU"},
};

}  // namespace

int simt_unsupported(const char* call) {
    static std::mutex mutex;
    static std::set<std::string_view> said;
    const std::lock_guard lock(mutex);
    const auto* advice = kAdvice;
    while (std::string_view(call).find(advice->part) == std::string_view::npos) ++advice;
    if (said.insert(call).second)
        simt::runtime::say("{} is not supported by the emulator: {}", call, advice->text);
    return simt::runtime::record(cudaErrorNotSupported);
}

#include "emulator/runtime/unsupported_calls.inc"
