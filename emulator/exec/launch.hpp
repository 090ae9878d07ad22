// A launch: its options and configuration, and the function that runs it.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch_record.hpp"
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

struct Options {
    check::Checks checks;          // bounds and alignment are always checked: they end the launch
    int threads = 0;               // host threads; 0: all
    bool random_schedule = false;  // --schedule=random: warps, blocks and lanes take turns at random
    u64 seed = 1;
    u64 max_instructions = 0;  // a launch is stopped after so many warp instructions; 0: no limit
    bool by_simt = false;      // build/simt runs the program, so messages may name its options
    u32 stack = 512 << 10;     // cudaLimitStackSize: bytes per thread; by default, all that a thread can have
    std::vector<cost::Model> models;                  // access models to count by, besides that of 9.0
    const check::StreamPosition* position = nullptr;  // nullptr: no other work may run at the same time
    const TraceOptions* trace = nullptr;              // nullptr: nothing is recorded
    std::atomic<u64>* blocks_done = nullptr;          // counts the blocks that have ended, for who waits
};

struct LaunchConfig {
    Dim3 grid, block;
    u32 dynamic_shared = 0;  // bytes
    bool cooperative = false;
    u32 resident_blocks = 132;   // blocks that the GPU runs at once: only those can wait for each other
    Launch record;               // the caller fills in the id (0: counted here), the occupancy and so on
    std::vector<u8> parameters;  // the parameter block; Kernel::parameter_offset() gives its layout
};

// Runs a kernel to its end (or to its first fatal fault) and returns the complete record. Prints nothing. Throws
// simt::Error for an unsupported instruction; the message names it, its PTX line and its source line.
Launch launch(Kernel& kernel, const LaunchConfig& config, memory::AddressSpace& space,
              const Options& options);

}  // namespace simt::exec
