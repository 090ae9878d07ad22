// A launch: its options and configuration, and the function that runs it.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/memory/images.hpp"
#include "emulator/trace/trace.hpp"

namespace simt::check {
struct StreamPosition;  // check/races/stream_races.hpp
}

namespace simt::trace {
class Writer;  // trace/writer.hpp
}

namespace simt::exec {

// What --trace records.
struct TraceOptions {
    trace::Writer* writer;
    trace::Selection selection;
};

class DeviceRuntime;  // device_runtime.hpp

struct Options {
    check::Checks checks;          // bounds and alignment are always checked: they end the launch
    int threads = 0;               // host threads; 0: all
    bool random_schedule = false;  // --schedule=random: warps, blocks and lanes take turns at random
    u64 seed = 1;
    u64 max_instructions = 0;     // a launch is stopped after so many warp instructions; 0: no limit
    u64* instructions = nullptr;  // those of launches that share the limit so far; this launch adds its own
    bool past_stray = false;  // after an access of global memory where no allocation is, the launch goes on
    bool by_simt = false;     // build/simt runs the program, so messages may name its options
    u32 stack = 512 << 10;    // cudaLimitStackSize: bytes per thread; by default, all that a thread can have
    std::vector<cost::Model> models;                  // access models to count by, besides that of 9.0
    const check::StreamPosition* position = nullptr;  // nullptr: no other work may run at the same time
    const memory::ImageObjects* images = nullptr;     // texture and surface objects; nullptr: there are none
    const TraceOptions* trace = nullptr;              // nullptr: nothing is recorded
    std::atomic<u64>* blocks_done = nullptr;          // counts the blocks that have ended, for who waits
    DeviceRuntime* device = nullptr;                  // answers calls of the device runtime; nullptr: none
    const std::atomic<bool>* interrupt = nullptr;     // true: the launch is to end soon, as Interrupted
    bool may_wait =
        false;  // for memory that somebody else writes: the host, a copy, another launch (RunningLaunch)
};

struct LaunchConfig {
    Dim3 grid, block;
    u32 dynamic_shared = 0;  // bytes
    bool cooperative = false;
    Dim3 cluster = {1, 1, 1};    // blocks; the grid is a multiple of it in each dimension
    bool names_cluster = false;  // %is_explicit_cluster
    u32 resident_blocks = 132;   // blocks that the GPU runs at once: only those can wait for each other
    Launch record;               // the caller fills in the id (0: counted here), the occupancy and so on
    std::vector<u8> parameters;  // the parameter block; Kernel::parameter_offset() gives its layout
};

// The clusters of the grid in each dimension.
inline Dim3 clusters_of(const LaunchConfig& config) {
    return {config.grid.x / config.cluster.x, config.grid.y / config.cluster.y,
            config.grid.z / config.cluster.z};
}

// A place in global memory that threads read again and again.
struct PolledMemory {
    u64 address = 0;
    u32 width = 0;  // bytes, at most those of value
    u32 op = 0;     // the load
    std::array<u8, 16> value = {};
};

// What a launch waits for whose threads do nothing but poll memory. fixed: only a change there lets them go on; else they also
// count, or look at a clock, and may give up waiting themselves.
struct Waiting {
    std::vector<PolledMemory> polled;
    bool fixed = true;
    std::string where,
        what;  // "block (0,0,0) waits: 1 thread in the loop at line 7 of k.cu", "a change of the 4 bytes at …"
};

// A launch that can stop and go on, on any thread, one at a time.
class RunningLaunch {
  public:
    RunningLaunch(Kernel& kernel, LaunchConfig config, memory::AddressSpace& space, const Options& options);
    ~RunningLaunch();
    RunningLaunch(const RunningLaunch&) = delete;
    RunningLaunch& operator=(const RunningLaunch&) = delete;

    // Runs it until it ends (true), or until all its threads poll memory, if Options::may_wait.
    bool go_on();
    // For a launch that waits. The same, but if its threads still poll then, the launch ends as a deadlock does. why: nobody
    // else can write this memory any more, for the message; empty: nobody ever could.
    bool go_on_for_the_last_time(const std::string& why);
    // Of a launch that waits.
    const Waiting& waiting() const;
    // Ends a launch that waits, with this status and message.
    void abandon(Status status, const std::string& message);
    // The complete record of a launch that has ended.
    Launch finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Runs a kernel to its end (or to its first fatal fault) and returns the complete record. Prints nothing. Throws
// simt::Error for an unsupported instruction; the message names it, its PTX line and its source line.
// Options::may_wait has to be false.
Launch launch(Kernel& kernel, const LaunchConfig& config, memory::AddressSpace& space,
              const Options& options);

}  // namespace simt::exec
