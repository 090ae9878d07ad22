// Every call of the CUDA 13 runtime that the emulator does not support (unsupported_calls.inc). Such a call fails and says
// its name. If it were missing, the loader would refuse the whole program.
#include <mutex>
#include <set>
#include <string_view>

#include "emulator/runtime/advice.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/older/hooks.hpp"

int simt_unsupported(const char* call) {
    {
        const std::lock_guard lock(simt::runtime::context().mutex);
        simt::runtime::context().count_call(call);
    }
    static std::mutex mutex;
    static std::set<std::string_view> said;
    const std::lock_guard lock(mutex);
    if (said.insert(call).second)
        simt::runtime::say("{} is not supported by the emulator: {}", call,
                           simt::runtime::advice_instead_of(call));
    return simt::runtime::record(cudaErrorNotSupported);
}

#include "emulator/runtime/unsupported_calls.inc"
