// Everything the runtime knows about the devices of this process. It is created at the first use and never
// destroyed, because the program's static destructors may still free memory after main.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/memory/images.hpp"
#include "emulator/runtime/decoys.hpp"
#include "emulator/runtime/history.hpp"
#include "emulator/runtime/modules.hpp"
#include "emulator/runtime/settings.hpp"
#include "emulator/runtime/streams.hpp"

namespace simt::runtime {

// Settings of a device that a program sets and reads back, with an H200's initial values (programs/device_calls_h200.txt).
// Only the size of the stack changes what a kernel does.
struct Preferences {
    std::map<cudaLimit, size_t> limits{
        {cudaLimitStackSize, 1024},           {cudaLimitPrintfFifoSize, 8650752},
        {cudaLimitMallocHeapSize, 8 << 20},   {cudaLimitDevRuntimePendingLaunchCount, 2048},
        {cudaLimitMaxL2FetchGranularity, 64}, {cudaLimitPersistingL2CacheSize, 11796480}};
    cudaFuncCache cache = cudaFuncCachePreferNone;
    unsigned flags = cudaDeviceMapHost;
};

// What each device has of its own, besides memory, streams and modules.
struct Device {
    Preferences preferences;
    bool in_use = false;  // a call of the runtime has needed it since its last reset
    std::set<int> peers;  // the devices whose memory its kernels may access (cudaDeviceEnablePeerAccess)
};

struct Context {
    std::recursive_mutex mutex;
    std::vector<Device> devices;
    memory::AddressSpace space;
    memory::ImageObjects images;
    Modules modules{space};
    Streams streams;
    check::StreamRaces stream_races;
    History history;
    u64 calls = 0;  // of the runtime, so far
    // The same by name; latest: the number of the newest one.
    struct CallsOfOne {
        u64 count = 0, latest = 0;
    };
    std::map<std::string, CallsOfOne, std::less<>> calls_by_name;
    std::map<std::string, u64, std::less<>>
        library_calls;           // those with work on the device, by name (library_calls.hpp)
    u64 memory_limit = ~u64{0};  // simt_limit_memory
    Decoys decoys;               // simt_add_decoy
    // Whether the program has called the runtime. Calls of the driver do not count, here and for Device::in_use; they ask for
    // both (driver/contexts.hpp).
    bool used_by_runtime = false;
    // How often each CUDA call has allocated, for labels: "cudaMalloc (3rd call)".
    std::map<std::string, u64> allocations;
    Context();
    Device& device(int number) { return devices[static_cast<std::size_t>(number)]; }
    Device& device();  // the current one
    void reset(int device);
    void count_call(const char* name);
    // Bytes of device memory that the program has allocated on all devices, and that it can still allocate on one.
    u64 allocated() const;
    u64 available(int device) const;
    // Whether kernels of the device may access the memory.
    bool may_access(int device, const memory::Allocation& memory) const;
    // What the race check needs for the work that runs now. nullopt: no other work can run at the same time, or races are
    // not checked.
    std::optional<check::StreamPosition> position();
};

Context& context();

// The device of this thread's calls: that of the last cudaSetDevice, or of the context that calls of the driver have made
// current. 0 at first.
int current_device();

// Another device is this thread's while it lives: for work that another thread may have issued.
class AsDevice {
  public:
    explicit AsDevice(int device);
    ~AsDevice();
    AsDevice(const AsDevice&) = delete;
    AsDevice& operator=(const AsDevice&) = delete;

  private:
    int outer_;
};

// A call of the runtime that needs the device makes its primary context current in the thread, unless calls of the driver
// have made a context current there, which is then the runtime's, too.
void use_primary_context();
// cudaSetDevice: the device's primary context is current from now on, whatever was before.
void use_device(int device);
// The driver has made another context current, of this device; or, if for_another is false, a primary one or none.
void leave_primary_context(int device, bool for_another);
bool is_primary_context_current();

}  // namespace simt::runtime
