// The checks' state for a running launch, worker (a host thread), block and warp. exec holds these structures and sets the
// members marked as its own. The functions of check.hpp maintain the rest.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/check/access.hpp"
#include "emulator/check/findings.hpp"
#include "emulator/check/races/order.hpp"
#include "emulator/decode/code.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::check {

class DefinednessPlans;  // definedness/definedness_plan.hpp
struct WorkerRaces;      // races/global_races.hpp
struct UndefinedValues;  // definedness/definedness.hpp
class WrittenArrays;     // bounds/allocations.hpp
struct BlockChecks;

constexpr u32 kNoOp = 0xffffffffu;

// The registers and local memory of one call of a function. Belongs to exec.
struct Frame {
    const FunctionCode* function = nullptr;
    u8* rows = nullptr;  // the register file, 64-byte aligned
    u32 local_base = 0;  // this call's part of each lane's local memory begins at this byte
};

struct WorkerChecks {
    // exec's
    const Code* code = nullptr;
    memory::AddressSpace* space = nullptr;
    const AccessCache* cache = nullptr;  // by op
    Checks wanted;
    bool debug = false;  // the program was built with nvcc -G

    const WrittenArrays* written = nullptr;  // nullptr: races in global memory are not checked
    WorkerRaces* races = nullptr;            // the same
    DefinednessPlans* plans = nullptr;
    std::vector<RawFinding> findings;
    u32 stray_write = kNoOp;  // the first op that wrote outside `written`
};

// How a warp came to a place behind a branch with barriers (Code::rejoins).
struct Rejoin {
    u32 times = 0;     // that all its live lanes came together
    u32 barriers = 0;  // WarpBarriers::passed at the last time
    const Op* barrier = nullptr;
    bool in_parts = false;  // some of its lanes came alone
};

// The barriers of all threads that a warp has passed.
struct WarpBarriers {
    u32 passed = 0;
    const Op* last = nullptr;
    std::vector<Rejoin> rejoins;  // by place
};

struct WarpChecks {
    // exec's
    WorkerChecks* worker = nullptr;
    BlockChecks* block = nullptr;
    u32 number = 0;                // in its block
    u32 live = 0;                  // lanes that have not exited
    const Frame* frame = nullptr;  // the call that runs now

    u32 epoch = 0;          // the epoch of this warp's next accesses to shared memory (see SharedShadow)
    u32 barrier_epoch = 0;  // other warps' accesses before this epoch come before ours
    u32 sync_epoch = 0;     // accesses of this warp's other lanes before this epoch come before ours
    LaneOrder lanes_met;    // order from __syncwarps of only some lanes since then; its times are epochs
    // Pairs of an epoch and the warp's clock in BlockChecks::order from that epoch on. Kept only if Code::has_shared_flags.
    std::vector<std::pair<u32, u32>> clock_from;
    std::shared_ptr<UndefinedValues> undefined;  // nullptr: there are none
    // By byte of a lane's local memory: the lanes that have written it (definedness/local_written.hpp).
    std::vector<u32> local_written;

    u32 thread(u32 lane) const { return number * kLanes + lane; }
};

// Shadow memory: the last accesses to each unit (Code::shared_unit bytes) of a block's shared memory. A record is
// epoch << 12 | flags | thread, so the record of a later epoch compares greater. It is positive as a signed number. 0 means
// no access yet. A second array holds the op of each record.
struct SharedShadow {
    static constexpr int kEpochShift = 12;
    // Flags of a reader's record: other warps, or other lanes of its warp, have read the unit too.
    static constexpr u32 kManyWarps = 1u << 11;
    static constexpr u32 kManyLanes = 1u << 10;
    // Flags of a writer's record: an atomic; a copy that has not landed, which has no thread.
    static constexpr u32 kAtomic = 1u << 10;
    static constexpr u32 kInFlight = 1u << 11;
    static constexpr u32 kThreadMask = 0x3ff;
    static constexpr u32 kLastEpoch = (1u << 19) - 1;
    struct Side {
        u32* record = nullptr;
        u32* op = nullptr;
    };
    Side writer;         // last write
    Side reader;         // last read
    Side before_reader;  // if kManyWarps is set: the last read by a warp other than the reader's
    u32 units = 0;

    // Reads that are not yet in `reader`. Only a write needs to know the readers, and mostly a barrier comes before the next
    // write, after which these reads no longer matter. If no barrier does, note_kept enters them.
    //
    // Reads: some lanes of a warp read neighbouring units, `per_lane` units each, the first of them from `unit` on. one_place:
    // they all read the same units. several: more than one lane reads each unit. strong: the loads may be of flags. thread: the
    // first lane's record.
    //
    // The loads of a stretch (decode/code.hpp) are kept together. An entry with `lanes` 0 has the number of the stretch as `op`, and
    // as `unit` how many entries that follow belong to it: the runs of the groups' first loads, with the group's number as `op`.
    struct Reads {
        u32 unit, thread, op;
        u8 lanes, per_lane;
        bool one_place, several, strong;
    };
    // The lanes in `mask` each read `per_lane` units from their `unit` on. mine: their record, with the lane's bits 0.
    struct alignas(64) ScatteredReads {
        u32 unit[kLanes];
        u32 mask, mine, op, per_lane;
    };
    static constexpr u32 kMostReads = 1024, kMostScattered = 128;
    std::vector<Reads> reads;
    std::vector<ScatteredReads> scattered;  // empty until needed
    u32 read_count = 0, scattered_count = 0;
    void forget_reads() { read_count = scattered_count = 0; }

    // Atomics that are not yet in `writer`. Mostly many atomics update a unit before another access needs to know the last one,
    // so note_kept enters only that. No reads are kept at the same time.
    //
    // The lanes in `mask` each update their `unit`. mine: their record, with the lane's bits 0.
    struct alignas(64) Atomics {
        u32 unit[kLanes];
        u32 mask, mine, op;
    };
    static constexpr u32 kMostAtomics = 512, kMostUnits = 1024;
    std::vector<Atomics> atomics;  // empty until needed
    u32 atomic_count = 0;
    // While atomics are kept: the units among which theirs are, at most kMostUnits. All have been written, and all records of
    // them but those of atomics are smaller than `above`.
    struct {
        u32 begin, end;
        s32 above;
    } updated{};
    // The epoch in which some atomics could not be kept. Others of that epoch are not tried.
    u32 not_kept = 0;
};

// Which checks an access to shared memory needs. WithPadding: also those of BlockChecks::padding.
enum class SharedChecks : u8 { None, Usual, WithPadding };

struct BlockChecks {
    // exec's
    WorkerChecks* worker = nullptr;
    std::vector<WarpChecks*> warps;
    u64 linear = 0;
    u32 threads = 0;
    u8* shared = nullptr;
    u32 shared_bytes = 0;
    SharedChecks shared_checks = SharedChecks::None;
    void (*enter_kept)(BlockChecks&) = nullptr;  // for this CPU's instruction set (races/shared_check.hpp)

    // exec's: all blocks of the cluster, by rank.
    std::vector<BlockChecks*> cluster;
    // Accesses of other blocks since the cluster last met (races/cluster_access.hpp): by unit, the linear index of the block.
    std::unordered_map<u32, u64> written_by, read_by;
    u32 cluster_floor = 0;  // accesses of this block before this epoch come before other blocks' next ones

    SharedShadow shadow;
    // By byte of shared memory: 1 if it was copied from bytes that were never written. Empty in most blocks.
    std::vector<u8> padding;
    u32 epoch = 0;        // the newest epoch
    u32 first_epoch = 0;  // the epoch in which the block began; older records are an earlier block's
    BlockOrder order;     // of accesses to global memory; used only with WorkerChecks::races
    std::vector<u32> shadow_storage;
    std::vector<WarpBarriers> barriers;  // by warp
};

// A memory instruction that a warp executes.
struct Instruction {
    WarpChecks& warp;
    const Op* op;
    const u8* rows;  // the registers that it names
    u32 exec;        // lanes that execute it
};

// Its addresses: the first active lane's, and each lane's distance from it (pattern.relative).
struct LaneAddresses {
    const AccessCache& pattern;
    u64 first;
    u32 bytes;  // of each lane
    u64 address(u32 lane) const { return first + static_cast<u64>(s64{pattern.relative[lane]}); }
};

enum class Kind : u8 { Load, Store, Atomic };

}  // namespace simt::check
