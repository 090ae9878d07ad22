// The state of running blocks: worker (a host thread) -> block -> warp -> split (lanes that go together) -> frame.
//
// A warp starts as one split of all its lanes. A branch that lanes disagree on turns the split into a parent that waits
// at the branch's immediate post-dominator, and children that run there. All state is in these structures and none on
// the host's stack, so a warp can be left and resumed at any op.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "emulator/check/races/order.hpp"
#include "emulator/cost/counters.hpp"
#include "emulator/decode/code.hpp"
#include "emulator/exec/access_state.hpp"
#include "emulator/exec/device_module.hpp"
#include "emulator/exec/patterns.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::exec {

struct Worker;
struct Block;
struct WorkerRaces;   // check/races/global_races.hpp
struct Doubts;        // check/definedness/doubts.hpp
class WrittenArrays;  // check/races/written_arrays.hpp

// The most local memory that compute capability 9.0 gives a thread.
constexpr u32 kStackBytes = 512 << 10;

// One call of a function by one split: its registers and where it returns to. Local memory is per lane and lies in the
// warp; local_base is where this frame's part begins.
struct Frame {
    const FunctionCode* function = nullptr;
    std::unique_ptr<u8[]> storage;
    u8* rows = nullptr;  // 64-byte aligned in storage
    const Op* return_to = nullptr;
    const CallSite* call = nullptr;
    Frame* caller = nullptr;
    u32 local_base = 0;
    u32 depth = 0;      // calls above it
    u32 stack = 0;      // bytes that those take of a GPU thread's stack at least
    u32 local_end = 0;  // bytes of it in use: the function's, and what alloca added
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
    u32 mask = 0;     // lanes; for Waiting: those that have arrived
    u32 pending = 0;  // Waiting: lanes still on their way
    const Op* pc = nullptr;
    const Op* reconverge = nullptr;  // where this split joins its parent; nullptr: nowhere
    Frame* frame = nullptr;
    Frame* reconverge_frame = nullptr;  // in which call
    int parent = -1;                    // index into WarpState::splits
    u32 members = 0;                    // AtCollective: the member mask
    u32 arrived = 0;                    // AtCollective, AtBarrier: lanes whose guard was true at the op
    u32 barrier = 0;                    // AtBarrier: its number; pc is the barrier's op
    u32 spins = 0;  // turns that it used up in a loop that may be waiting for another thread
};

// A copy that cp.async has read and not yet written to shared memory.
struct PendingCopy {
    u32 lane;
    u32 op;      // the instruction
    u32 serial;  // of its warp's copies: 1, 2, …
    u32 group;   // of its lane: kUncommitted, or the count of groups committed before it
    u32 offset;  // in shared memory
    u32 bytes;
    u8 data[16];
};
constexpr u32 kUncommitted = 0xffffffffu;

struct WarpState {
    Warp warp;         // what handlers see of the current split
    u32 active = 0;    // lanes of the current split
    u32 live = 0;      // lanes that have not exited
    u32 number = 0;    // in its block
    int current = -1;  // split that runs
    bool diverged = false;
    bool finishing_collective = false;  // the handler is called again, now that all members have arrived
    u32 fuel = 0;                       // backward branches left before other warps have a turn
    bool waited = false;                // in this turn it went round a loop that may be waiting
    u64 steps = 0;                      // random order: ops left of this turn; 0: no such limit
    u64 mix = 0;                        // random order: decides what is left when they are used up
    const Op* join = nullptr;   // where the current split joins its parent, if that is in its current frame
    u64 exchange[kLanes] = {};  // what lanes bring to a warp-level operation (shuffle, vote …)
    Worker* worker = nullptr;
    Block* block = nullptr;
    u32 epoch = 0;          // of this warp's shared-memory accesses (see SharedShadow)
    u32 barrier_epoch = 0;  // accesses of other warps before this one are ordered before ours
    u32 sync_epoch = 0;     // accesses of other lanes of this warp likewise
    LaneOrder lanes_met;    // and those that parts of the warp have ordered since, by epochs
    // What the warp's clock in Block::order is from an epoch on; only where Code::has_shared_flags.
    std::vector<std::pair<u32, u32>> clock_from;
    u32 local_bytes = 0;    // per lane, allocated
    std::vector<u8> local;  // lane l's bytes at l * local_bytes
    std::vector<Split> splits;
    Frame* kernel_frame = nullptr;  // of function 0, in frames: made once
    std::vector<std::unique_ptr<Frame>> frames;
    u8 staged[kLanes][16];            // between the two halves of cp.async
    std::vector<PendingCopy> copies;  // oldest first
    std::shared_ptr<Doubts> doubts;   // nullptr: there are none
    bool careful = false;             // it runs in the loop that follows them
    bool doubtful_load = false;       // a load has just brought the first: that loop has to go on from here
    u32 copy_groups[kLanes] = {};     // groups committed so far
    u32 last_copy = 0;                // the serial number of the newest
};

struct RawFinding {
    observe::Fault fault;
    observe::Space space;
    u64 address;
    u32 width;
    bool write, atomic;
    u32 op, thread;
    bool has_other;
    u32 other_op, other_thread;
    bool other_write, other_atomic;
    u64 block;
    u64 times;
    u64 other_block;
    u32 missing;  // an uninitialised read: bytes of the lane's that nothing had written; 0: not known
    bool has_use;
    u32 used_by;  // the op that used what was read
};

struct Barrier {
    u32 arrived = 0;  // threads
    u32 passed = 0;   // threads that bar.arrive counted; a warp that comes with all its threads counts as 32
    u8 passed_of[kMostWarps] = {};  // of them, each warp's: its lanes may come one after the other and exit
    u32 expected = 0;    // 0: all threads of the block that have not exited; otherwise a multiple of 32
    u32 true_count = 0;  // bar.red: arrived threads whose predicate was true
};

constexpr int kBarriers = 16;
constexpr int kClusterBarrier = kBarriers;  // barrier.cluster has a place of its own behind them

struct AsyncState;  // mbarriers and bulk copies of a block that has any: exec/async/async_state.hpp

// What is looked for at an access to shared memory. Usual: races, where no byte is in Block::padding.
enum class SharedChecks : u8 { None, Usual, Unusual };

// A block on its way, and after it the next one in the same place.
struct Block {
    Dim3 index{0, 0, 0};
    u64 linear = 0;
    u32 threads = 0;
    u32 live_threads = 0;
    u8* shared = nullptr;
    u32 shared_bytes = 0;
    SharedShadow shadow;
    std::vector<u8> padding;  // by byte of shared memory: 1: stored, but from bytes that nothing had written
    SharedChecks checks = SharedChecks::Unusual;
    u32 epoch = 0;        // the last one given out
    u32 first_epoch = 0;  // when the block began: older records are another block's
    u64 clock = 0;        // warp instructions since the block began: what %clock reads
    u32 idle = 0;         // sweeps in a row in which its threads only looked at memory
    Barrier barriers[kBarriers + 1];
    std::shared_ptr<AsyncState> async;  // made at the first use
    BlockOrder order;                   // of global accesses; only with Worker::races
    std::vector<std::unique_ptr<WarpState>> warps;
    std::vector<u8> shared_storage;
    std::vector<u32> shadow_storage;
};

constexpr u64 kGridWorkspaceBytes = 64;  // what a grid's barrier works on

// What all workers of a launch share.
struct LaunchContext {
    const Kernel* kernel = nullptr;
    const Code* code = nullptr;
    const LaunchConfig* config = nullptr;
    memory::AddressSpace* space = nullptr;
    Options options;
    u64 grid_id = 0;
    u64 grid_workspace = 0;  // device address; 0: not a cooperative launch
    u32 shared_bytes = 0;
    bool in_turns = false;  // one worker runs all blocks, several at once where they wait for each other
    const WrittenArrays* written = nullptr;    // nullptr: no race in global memory is looked for
    std::atomic<u64>* instructions = nullptr;  // warp instructions so far; counted if Options limits them
};

constexpr u32 kNoOp = 0xffffffffu;

struct Worker {
    const LaunchContext* launch = nullptr;
    const Code* code = nullptr;
    const u8* parameters = nullptr;
    observe::Checks checks;
    std::vector<std::unique_ptr<Block>> places;  // for blocks that run at once
    WorkerRaces* races = nullptr;                // nullptr: no race in global memory is looked for
    std::vector<observe::OpCounters> counters;   // by op
    std::vector<AccessCache> cache;              // by op
    Patterns patterns;                           // of the memory ops
    std::vector<std::vector<std::unique_ptr<Frame>>> spare_frames;  // by function
    std::vector<const FollowPlan*> follow_plans;  // by function; of those in which there have been doubts
    std::vector<RawFinding> findings;
    std::vector<std::pair<u64, std::string>> printed;  // by block
    std::string assertions;
    u64 warps_run = 0, divergent_warps = 0;
    u32 stray_write =
        kNoOp;  // the first op that wrote where no pointer of its leads to (LaunchContext::written)
    bool progressed = false;  // a thread did more than look at memory: wrote something, met others, exited
    u64 failed_block = 0;     // in which status became what it is
    // Set by a handler that ends the launch: it returns nullptr and the worker stops.
    observe::Status status = observe::Status::Ok;
    std::string message;
};

// exec/splits.cpp: control flow of one warp. Each leaves the warp on a split that can run and returns its pc, or nullptr
// if the warp has none.
void start_warp(WarpState& state, u32 lanes, Frame* frame, const Op* entry);
struct Arm {
    u32 mask;
    const Op* target;
};
const Op* diverge(WarpState& state, const Branch& branch, const Arm* arms, int count);
const Op* reconverge(WarpState& state,
                     const Op* op);  // the current split is at op, where it joins its parent
const Op* exit_lanes(WarpState& state, u32 lanes, const Op* next);
const Op* suspend(WarpState& state, SplitState why, const Op* resume_at);
// Ends the warp's turn; the split stays ready. spins: it is in a loop that may be waiting for another thread.
const Op* yield(WarpState& state, const Op* resume_at, bool spins);
const Op* resume(WarpState& state);
bool is_ready(const WarpState& state);  // one of its splits can run
// Random order: ends the turn before op, goes on another time with a split taken by chance, now and then with the lanes
// of this one parted.
void preempt(WarpState& state, const Op* op);
const Op* call_function(WarpState& state, const CallSite& call, u32 function, const Op* return_to);
const Op* return_from_function(WarpState& state);
// A lane that came to a warp-level operation before other members: waits, or finishes it for all who have come.
const Op* await_members(WarpState& state, const Op* op, u32 exec, u32 members);

// exec/barriers.cpp: block barriers and the order they give to shared-memory accesses.
bool arrive_at_barrier(WarpState& state, const Op* op, bool waits);  // false: the launch has ended
bool release_barriers(Block& block);  // completes those that all have reached; false if none has
void note_reads(Block& block);        // enters SharedShadow::reads
void next_epoch(WarpState& state);    // what the warp accesses from now on comes after what it did before

// exec/block_run.cpp: the blocks of one worker.
void prepare_worker(Worker& worker, const LaunchContext& launch);
// Runs blocks that `next` hands out (a number not below `blocks` ends it), those of one worker in turns where they wait
// for each other. Returns when they are done or the worker's status says why not.
void run_blocks(Worker& worker, const std::function<u64()>& next, u64 blocks);
void leave_at_barrier(WarpState& state);  // bar.arrive: it goes on at once

// check/barriers/collective_checks.cpp: what is wrong with an operation of the lanes of `members`, as far as it can be known now.
void check_members(WarpState& state, const Op* op, u32 exec, u32 members, bool barrier);
// The lanes of one warp wait at one barrier, but at different places of the program.
void check_barrier_places(WarpState& state, u32 barrier);
// The count that a barrier's caller gives is none, or not what others gave before.
// Ends the launch (false) where an H200 does.
bool check_barrier_count(WarpState& state, const Op* op, u32 lane, const Barrier& before, u32 count,
                         bool waits);
// Parts the lanes that bring another mask from those of `same`.
const Op* part_by_mask(WarpState& state, const Op* op, u32 same);

// check/barriers/deadlock.cpp: who waits where, when nothing in the block can run any more.
std::string describe_deadlock(const Worker& worker, const Block& block);
std::string describe_runaway(const Worker& worker, const Block& block);
// Blocks have ended while this one waits at the grid's barrier: that is a finding.
void check_grid_barrier(const Worker& worker, const Block& block);
std::string describe_endless_wait(
    const Worker& worker, const Block& block);  // they do run, but only look at memory that stays as it is

// exec/indirect_calls.cpp: slot[0] holds each lane's pointer to a function; the op behind it joins the lanes again.
const Op* call_through_pointer(WarpState& state, const Op* op);

// exec/printf/device_print.cpp, exec/printf/device_assert.cpp: printf and assert, Op::detail names the call site.
const Op* print_from_device(WarpState& state, const Op* op);
const Op* fail_assertion(WarpState& state, const Op* op);

// exec/one_lane.cpp: a thread's index, and its bytes at a generic address; false if it may not read them.
Dim3 thread_index(const WarpState& state, u32 lane);
bool read_lane(const WarpState& state, u32 lane, u64 address, void* to, u32 bytes);
// The text up to its final zero; false if a byte of it cannot be read, whose address is then in `address`.
bool read_text(const WarpState& state, u32 lane, u64& address, std::string& text);
// Argument k of a call, from the caller's local memory, and where the caller finds the result.
u64 argument_of(const WarpState& state, const CallSite& call, u32 lane, std::size_t k);
void return_value(WarpState& state, const CallSite& call, u32 lane, u32 value);

// exec/async/copies.cpp: cp.async.
void stage_copies(WarpState& state, const Op* op, u32 exec, const u32* offset, u32 bytes);
void commit_copies(WarpState& state, u32 exec);
void finish_copies(WarpState& state, u32 exec, s64 groups_left);
void finish_copies_until(WarpState& state, u32 lane, u32 last_copy);

// exec/frames.cpp: register files of functions and local memory.
Frame* make_frame(WarpState& state, u32 function);
void release_frame(WarpState& state, Frame* frame);
void restart_frames(WarpState& state);  // for the next block: the kernel's frame alone
void ensure_local(WarpState& state, u32 bytes_per_lane);
void stop_stack_overflow(WarpState& state, bool all_there_is);
u64 grow_frame(WarpState& state, u64 bytes,
               u64 align);  // alloca: where the new bytes of the current frame begin

// check/bounds/checks.cpp: the slow side of memory handlers.
// An access that no allocation holds, is misaligned, …: records the finding, ends the launch, returns nullptr.
const Op* fault(WarpState& state, const Op* op, observe::Fault fault, observe::Space space, u32 lane,
                u64 address, u32 width, bool write);
void finding(WarpState& state, const Op* op, observe::Fault fault, observe::Space space, u32 lane,
             u64 address, u32 width, bool write);
// A read of bytes of which nothing had written `missing` (0: not known how many); used_by: what used them, nullptr: itself.
void unwritten_read(WarpState& state, const Op* op, observe::Space space, u32 lane, u64 address, u32 width,
                    u32 missing, const Op* used_by);
// The other access of a race: the shadow's record and op.
struct OtherAccess {
    u32 record = 0, op = 0;
    bool write = false;
};
void shared_race(WarpState& state, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                 const OtherAccess& other);
// A barrier or shuffle used in the wrong way; other_op: where a second thread is, nullptr: there is none.
void misuse(WarpState& state, const Op* op, observe::Fault fault, u32 lane, const Op* other_op,
            u32 other_lane);
// A race in global memory with the other block's or thread's access.
void global_race(WarpState& state, const Op* op, u32 lane, u64 address, u32 width, bool write,
                 u64 other_block, u32 other_op, u32 other_thread, bool other_write, bool other_atomic);
// Fills the cache entry's allocation for [first, last]; false if no live allocation holds both.
bool find_allocation(WarpState& state, AccessCache& cache, u64 first, u64 last);
void stop(WarpState& state, observe::Status status, std::string message);
void stop_at(WarpState& state, const Op* op, observe::Status status,
             const char* what);  // and names the place
void stop_unsupported(WarpState& state, const Op* op);

inline u32 thread_of(const WarpState& state, u32 lane) { return state.number * kLanes + lane; }

}  // namespace simt::exec
