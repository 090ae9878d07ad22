// Everything the runtime knows about the one device of this process. Made at the first use, never destroyed: static
// destructors of the program may still free memory after main.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "common/simt/memory/address_space.hpp"
#include "common/simt/runtime/history.hpp"
#include "common/simt/runtime/launch_races.hpp"
#include "common/simt/runtime/modules.hpp"
#include "common/simt/runtime/preferences.hpp"
#include "common/simt/runtime/settings.hpp"
#include "common/simt/runtime/streams.hpp"

namespace simt::runtime {

struct Context {
    std::recursive_mutex mutex;
    memory::AddressSpace space;
    Modules modules;
    Streams streams{mutex};
    LaunchRaces launch_races;
    Preferences preferences;
    History history;
    std::map<std::string, u64>
        allocations;  // calls that allocated, by name, for labels: "cudaMalloc (3rd call)"
    void reset();
};

Context& context();

}  // namespace simt::runtime
