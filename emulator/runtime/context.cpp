// The one Context of the process; see context.hpp.
#include "emulator/runtime/context.hpp"

#include "emulator/runtime/pools.hpp"

namespace simt::runtime {

void Context::reset() {
    modules.unload();
    for (const memory::Allocation* allocation : space.live()) space.free(allocation->address);
    streams.clear();
    stream_races.clear();
    reset_pools();
    preferences = {};
    modules.place_managed_again(space);
}

std::optional<check::StreamPosition> Context::position() {
    if (!settings().checks.races || !streams.may_run_at_once()) return std::nullopt;
    return check::StreamPosition{stream_races, streams.current(), streams.waited_for()};
}

Context& context() {
    static Context* const instance = new Context;  // never destroyed, on purpose: see the header
    return *instance;
}

}  // namespace simt::runtime
