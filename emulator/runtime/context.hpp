// Everything the runtime knows about the one device of this process. It is made at the first use and never destroyed:
// static destructors of the program may still free memory after main.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/runtime/history.hpp"
#include "emulator/runtime/modules.hpp"
#include "emulator/runtime/preferences.hpp"
#include "emulator/runtime/settings.hpp"
#include "emulator/runtime/streams.hpp"

namespace simt::runtime {

struct Context {
    std::recursive_mutex mutex;
    memory::AddressSpace space;
    Modules modules;
    Streams streams{mutex};
    check::StreamRaces stream_races;
    Preferences preferences;
    History history;
    std::map<std::string, u64>
        allocations;  // how often each call has allocated, for labels: "cudaMalloc (3rd call)"
    void reset();
    // The stamp of the work that runs now. nullopt: nothing can run at the same time, or races are not checked.
    std::optional<check::StreamPosition> position();
};

Context& context();

}  // namespace simt::runtime
