// The state of running blocks: worker (a host thread) -> block -> warp -> split (lanes that go together) -> frame.
//
// A warp starts as one split of all its lanes. When lanes diverge at a branch, the split becomes a parent, which waits at
// the branch's immediate post-dominator, and children, which run there. All state is in these structures and none on the
// host's stack, so a warp can stop and resume at any op.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "emulator/check/state.hpp"
#include "emulator/cost/counters.hpp"
#include "emulator/decode/code.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/exec/patterns.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::check {
class LaunchChecks;  // launch_checks.hpp
}

namespace simt::exec {

struct Worker;
struct Block;
class Tracer;         // tracer.hpp
struct WarpProducts;  // exec/async/warpgroup.hpp
using check::AccessCache;
using check::Kind;
using check::Run;
using check::Shape;
using enum check::Shape;

// The most local memory that compute capability 9.0 gives a thread.
constexpr u32 kStackBytes = 512 << 10;

// One call of a function by one split: its registers and where it returns to. Each lane's local memory lies in WarpState;
// this call's part begins at local_base.
struct Frame : check::Frame {
    std::unique_ptr<u8[]> storage;  // of the rows
    const Op* return_to = nullptr;
    const CallSite* call = nullptr;
    Frame* caller = nullptr;
    u32 depth = 0;      // 0 for the kernel, 1 for a function that it calls, …
    u32 stack = 0;      // bytes of a GPU thread's stack that its callers use at least
    u32 local_end = 0;  // bytes of local memory that this call uses: the function's variables and alloca's
};

enum class SplitState : u8 {
    Free,          // unused entry
    Ready,         // can run
    Waiting,       // a parent: its lanes are in its children or have arrived at pc
    AtBarrier,     // until the barrier completes
    AtCollective,  // until all lanes of a warp-level member mask have arrived
};

struct Split {
    SplitState state = SplitState::Free;
    u32 mask = 0;                    // its lanes; if Waiting, those that have arrived at pc
    u32 pending = 0;                 // Waiting: lanes that have not arrived yet
    const Op* pc = nullptr;          // AtBarrier: the barrier's op
    const Op* reconverge = nullptr;  // where this split joins its parent; nullptr: nowhere
    Frame* frame = nullptr;
    Frame* reconverge_frame = nullptr;  // the call in which it joins
    int parent = -1;                    // index into WarpState::splits
    u32 members = 0;                    // AtCollective: the member mask
    u32 arrived = 0;                    // AtCollective, AtBarrier: lanes whose guard was true at the op
    u32 absent = 0;                     // AtCollective: lanes of the mask that took another way at a branch
    u32 barrier = 0;                    // AtBarrier: the barrier's number
    u32 spins = 0;  // turns that it has spent in a loop that may be waiting for another thread
};

// A copy of cp.async that has been read from global memory but not yet written to shared memory.
struct PendingCopy {
    u32 lane;
    u32 op;      // index of the instruction's op
    u32 serial;  // numbers the warp's copies 1, 2, …
    u32 group;   // numbers its lane's groups 0, 1, …; kUncommitted: in no group yet
    u32 offset;  // in shared memory
    u32 bytes;
    u8 data[16];
};
constexpr u32 kUncommitted = 0xffffffffu;

struct WarpState {
    Warp warp;         // the handlers' view of the current split
    u32 active = 0;    // lanes of the current split
    int current = -1;  // split that runs
    bool diverged = false;
    u64 ran = 0;                        // ops so far
    bool finishing_collective = false;  // a collective's handler runs again: all members have arrived
    u32 absent_members = 0;             // meanwhile: Split::absent
    u32 fuel = 0;                       // backward branches left before other warps have a turn
    bool waited = false;                // a loop that may be waiting has gone round in this turn
    u64 steps = 0;                      // random order: ops left in this turn; 0: no such limit
    u64 mix = 0;                        // random order: a random number that decides how the turn ends
    const Op* join = nullptr;   // where the current split joins its parent; nullptr: not in its current frame
    u64 exchange[kLanes] = {};  // the lanes' values in a warp-level operation (shuffle, vote …)
    Worker* worker = nullptr;
    Block* block = nullptr;
    check::WarpChecks checks;
    u32 local_bytes = 0;    // per lane, allocated
    std::vector<u8> local;  // lane l's bytes at l * local_bytes
    std::vector<Split> splits;
    Frame* kernel_frame = nullptr;  // the kernel's; one of `frames`, and made once
    std::vector<std::unique_ptr<Frame>> frames;
    u8 staged[kLanes][16];            // cp.async: what its read op has read for its write op
    std::vector<PendingCopy> copies;  // oldest first
    const Op* continue_at = nullptr;  // see switch_loops
    Tracer* tracer = nullptr;         // records the warp's lines and accesses; nullptr: most warps
    struct {
        u32 place = ~0u, lanes = 0;
    } arrived;                               // the tracer's: what it recorded last
    u32 copy_groups[kLanes] = {};            // by lane: groups of copies committed so far
    u32 last_copy = 0;                       // the serial number of the newest copy
    std::shared_ptr<WarpProducts> products;  // of wgmma.mma_async; made at the first wgmma.fence
};

struct Barrier {
    u32 arrived = 0;  // threads that have arrived, waiting ones and those of bar.arrive
    // Threads counted by bar.arrive, and each warp's part of them: its lanes may arrive one after the other and exit. A warp
    // that arrives with all its live lanes counts as 32.
    u32 passed = 0;
    u8 passed_of[kMostWarps] = {};
    u32 expected = 0;    // 0: all threads of the block that have not exited; otherwise a multiple of 32
    u32 true_count = 0;  // bar.red: arrived threads whose predicate was true
};

constexpr int kBarriers = 16;
constexpr int kClusterBarrier = kBarriers;  // barrier.cluster has its own entry after them
constexpr u32 kWarpgroupBarrier =
    kClusterBarrier + 1;  // Split::barrier of a warp that waits for its warpgroup

// The blocks that run together and reach each other's shared memory, by rank. Without cluster dimensions, one block.
struct Cluster {
    std::vector<Block*> blocks;
    u32 live_threads() const;
};

struct AsyncState;  // mbarriers and bulk copies of a block that has any: exec/async/async_state.hpp

// A running block. The object is reused for later blocks.
struct Block {
    Dim3 index{0, 0, 0};
    u32 live_threads = 0;
    check::BlockChecks checks;
    u64 clock = 0;  // warp instructions since the block began, the value of %clock
    u32 idle = 0;   // the last sweeps over its warps in which threads only read memory, in a row
    Barrier barriers[kBarriers + 1];
    std::shared_ptr<AsyncState> async;  // made at the first use
    std::vector<std::unique_ptr<WarpState>> warps;
    std::vector<u8> shared_storage;
    std::shared_ptr<Cluster> cluster;
    u32 rank = 0;  // in the cluster
};

inline u32 Cluster::live_threads() const {
    u32 sum = 0;
    for (const Block* block : blocks) sum += block->live_threads;
    return sum;
}

constexpr u32 kFuel = 1u << 14;          // WarpState::fuel of a turn, unless a launch has waited for others
constexpr u64 kGridWorkspaceBytes = 64;  // memory of a grid's barrier

// The state that all workers of a launch share.
struct LaunchContext {
    const Kernel& kernel;
    const Code& code;
    const LaunchConfig& config;
    const Options& options;
    memory::AddressSpace& space;
    u64 grid_id;
    u32 shared_bytes;
    bool in_turns;           // one worker runs all blocks; blocks that wait for each other take turns
    u64 grid_workspace = 0;  // device address; 0: not a cooperative launch
    check::LaunchChecks* checks = nullptr;
    std::atomic<u64> next_block = 0;
    // The lowest block that has ended the launch early; before there is one, the number of blocks.
    std::atomic<u64> end_block = config.grid.count();
    u32 fuel = kFuel;  // of a warp's turn
    std::atomic<u64> instructions =
        options.instructions == nullptr
            ? 0
            : *options.instructions;  // warp instructions so far; counted only if Options limits them
};

// The counts of a group of loads (Stretch::Group) over the times that its stretch ran as one step. Each of its loads has them.
struct StretchCounters {
    u64 times = 0, units = 0, conflicts = 0;
    u64 joined_units[2] = {}, joined_conflicts[2] = {};  // as in AccessCache
};

struct Worker {
    LaunchContext* launch = nullptr;
    const Code* code = nullptr;
    const u8* parameters = nullptr;
    check::WorkerChecks checks;
    std::vector<std::unique_ptr<Block>> places;                     // for blocks that run at once
    std::vector<cost::OpCounters> counters;                         // by op
    std::vector<AccessCache> cache;                                 // by op
    std::vector<StretchCounters> stretches;                         // by group
    Patterns patterns;                                              // of the memory ops
    Tracer* tracer = nullptr;                                       // nullptr: nothing is recorded
    std::vector<std::vector<std::unique_ptr<Frame>>> spare_frames;  // by function
    std::map<u64, std::string> printed;                             // by block
    std::string assertions;
    u64 warps_run = 0, divergent_warps = 0, longest_warp = 0;
    bool progressed = false;  // a thread did more than read memory: it wrote, met others, or exited
    // Set by stop.hpp, which ends the launch.
    Status status = Status::Ok;
    std::string message;
    u64 failed_block = 0;
};

// For a handler to return after a load of undefined values. The warp goes on at op, in the interpreter's loop that tracks
// definedness (ops/run.cpp).
inline const Op* switch_loops(WarpState& state, const Op* op) {
    state.continue_at = op;
    return nullptr;
}

// Whether the warp needs the loop that tracks definedness, records accesses, watches registers or ends the turn early.
inline bool is_careful(const WarpState& state) {
    return state.steps != 0 || state.checks.undefined != nullptr || state.tracer != nullptr ||
           state.products != nullptr;
}

inline u32 thread_of(const WarpState& state, u32 lane) { return state.checks.thread(lane); }

// The lanes with which a warp of the block starts.
inline u32 lanes_of(const Block& block, u32 warp) {
    const u32 threads = block.checks.threads - warp * kLanes;
    return threads >= kLanes ? kAllLanes : (1u << threads) - 1;
}

// A lane's local memory.
inline u8* local_of(WarpState& state, u32 lane) {
    return state.local.data() + std::size_t{lane} * state.local_bytes;
}

}  // namespace simt::exec
