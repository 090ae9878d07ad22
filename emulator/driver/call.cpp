// See call.hpp.
#include "emulator/driver/call.hpp"

#include <mutex>
#include <set>
#include <string>

#include "emulator/driver/contexts.hpp"
#include "emulator/driver/errors.hpp"

namespace simt::driver {
namespace {

// "cuMemAlloc" of "driver_cuMemAlloc_v2", kept for ever: the names of calls are compared by messages and counts.
const char* plain_name(std::string_view name) {
    static auto* const names = new std::set<std::string, std::less<>>;
    name.remove_prefix(name.find('_') + 1);
    name = name.substr(0, name.find('_'));
    static std::mutex mutex;  // not the context's: a host function may come here while a call waits for it
    const std::lock_guard lock(mutex);
    auto found = names->find(name);
    if (found == names->end()) found = names->emplace(name).first;
    return found->c_str();
}

cudaError_t check(Needs needs) {
    if (needs == Needs::Nothing) return cudaSuccess;
    if (!is_initialised()) return refused(cudaErrorInitializationError, "call cuInit(0) first");
    if (needs == Needs::Initialisation) return cudaSuccess;
    const CUcontext current = current_context();
    if (current == nullptr)
        return refused(cudaErrorDeviceUninitialized,
                       "no context is current in this thread: call cuCtxCreate, or cuDevicePrimaryCtxRetain "
                       "and cuCtxSetCurrent");
    if (!is_alive(current))
        return refused(cudaErrorContextIsDestroyed,
                       "the context that is current in this thread was destroyed");
    return cudaSuccess;
}

}  // namespace

CUresult driver_call(Needs needs, const char* name, const std::function<cudaError_t()>& body) {
    const runtime::DriverCall frame(plain_name(name));
    const cudaError_t unmet = check(needs);
    return driver_error(unmet != cudaSuccess ? unmet : body());
}

}  // namespace simt::driver
