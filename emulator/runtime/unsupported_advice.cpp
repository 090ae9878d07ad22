// The sentence for a call that the emulator does not support; see unsupported.hpp.
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/older/hooks.hpp"
#include "emulator/runtime/unsupported.hpp"

namespace simt::runtime {
namespace {

// What to use instead, by a part of the call's name; the first match counts.
struct Advice {
    std::string_view part, text;
};
constexpr Advice kAdvice[] = {
    {"Capture", "launch the kernels in the stream instead of capturing a graph"},
    {"Graph", "launch the kernels in a stream instead of building a graph"},
    {"Texture", "read the data through a plain pointer (const __restrict__)"},
    {"Surface", "write the data through a plain pointer"},
    {"Array", "use cudaMallocPitch and plain pointers instead of arrays"},
    {"Cluster", "use grids without clusters"},
    {"MemPool", "use a pool of this process, with cudaMallocFromPoolAsync"},
    {"Ipc", "share data through the host"},
    {"Library", "compile the kernels into the program"},
};

std::string_view advice_for(std::string_view name) {
    for (const Advice& advice : kAdvice)
        if (name.find(advice.part) != std::string_view::npos) return advice.text;
    return "do without it here, or run the program on a GPU";
}

}  // namespace

int unsupported_call(const char* name) {
    static std::mutex mutex;
    static std::set<std::string> said;
    const std::lock_guard lock(mutex);
    if (said.insert(name).second)
        say(fmt::format("{} is not supported by the emulator: {}", name, advice_for(name)));
    return record(cudaErrorNotSupported);
}

}  // namespace simt::runtime

int simt_unsupported(const char* call) { return simt::runtime::unsupported_call(call); }
