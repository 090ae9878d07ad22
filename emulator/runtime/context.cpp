// The one Context of the process; see context.hpp.
#include "emulator/runtime/context.hpp"

#include "emulator/runtime/pools.hpp"

namespace simt::runtime {

void Context::reset() {
    modules.unload();
    for (const memory::Allocation* allocation : space.live()) space.free(allocation->address);
    streams.clear();
    launch_races.clear();
    reset_pools();
    preferences = {};
    modules.place_managed_again(space);
}

Context& context() {
    static Context* const instance = new Context;  // never destroyed, on purpose: see the header
    return *instance;
}

}  // namespace simt::runtime
