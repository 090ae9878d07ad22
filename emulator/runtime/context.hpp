// Everything the runtime knows about the one device of this process. It is created at the first use and never
// destroyed, because the program's static destructors may still free memory after main.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/runtime/history.hpp"
#include "emulator/runtime/modules.hpp"
#include "emulator/runtime/settings.hpp"
#include "emulator/runtime/streams.hpp"

namespace simt::runtime {

// Device settings that a program sets and reads back, with an H200's initial values (programs/device_calls_h200.txt).
// Only the size of the stack changes what a kernel does.
struct Preferences {
    std::map<cudaLimit, size_t> limits{
        {cudaLimitStackSize, 1024},           {cudaLimitPrintfFifoSize, 8650752},
        {cudaLimitMallocHeapSize, 8 << 20},   {cudaLimitDevRuntimePendingLaunchCount, 2048},
        {cudaLimitMaxL2FetchGranularity, 64}, {cudaLimitPersistingL2CacheSize, 11796480}};
    cudaFuncCache cache = cudaFuncCachePreferNone;
    unsigned flags = cudaDeviceMapHost;
};

struct Context {
    std::recursive_mutex mutex;
    memory::AddressSpace space;
    Modules modules{space};
    Streams streams{mutex};
    check::StreamRaces stream_races;
    Preferences preferences;
    History history;
    u64 calls = 0;  // of the runtime, so far
    // How often each CUDA call has allocated, for labels: "cudaMalloc (3rd call)".
    std::map<std::string, u64> allocations;
    void reset();
    // What the race check needs for the work that runs now. nullopt: no other work can run at the same time, or races are
    // not checked.
    std::optional<check::StreamPosition> position();
};

Context& context();

}  // namespace simt::runtime
