// The checks' state for a running launch, worker (a host thread), block and warp. exec holds these structures and sets the
// members marked as its own. The functions of check.hpp maintain the rest.
#pragma once

#include <memory>
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
    u32 local_base = 0;  // where this call's part of the lanes' local memory begins
};

struct WorkerChecks {
    // exec's
    const Code* code = nullptr;
    memory::AddressSpace* space = nullptr;
    const AccessCache* cache = nullptr;  // by op
    Checks wanted;
    bool debug = false;  // the program was built with nvcc -G

    const WrittenArrays* written = nullptr;  // nullptr: races in global memory are not checked
    WorkerRaces* races = nullptr;            // likewise
    DefinednessPlans* plans = nullptr;
    std::vector<RawFinding> findings;
    u32 stray_write = kNoOp;  // the first op that wrote outside the WrittenArrays
};

struct WarpChecks {
    // exec's
    WorkerChecks* worker = nullptr;
    BlockChecks* block = nullptr;
    u32 number = 0;                // in its block
    u32 live = 0;                  // lanes that have not exited
    const Frame* frame = nullptr;  // the call whose registers it uses

    u32 epoch = 0;          // of this warp's shared-memory accesses (see SharedShadow)
    u32 barrier_epoch = 0;  // other warps' accesses before this epoch are ordered before ours
    u32 sync_epoch = 0;     // the same for other lanes of this warp
    LaneOrder lanes_met;    // lanes that a partial __syncwarp has ordered since, by epochs
    // (epoch, the warp's clock in BlockChecks::order from that epoch on); only where Code::has_shared_flags.
    std::vector<std::pair<u32, u32>> clock_from;
    std::shared_ptr<UndefinedValues> undefined;  // nullptr: there are none

    u32 thread(u32 lane) const { return number * kLanes + lane; }
};

// Shadow memory: the last accesses to each unit (Code::shared_unit bytes) of a block's shared memory. A record is
// epoch << 12 | flags | thread, so that later epochs compare greater; it is positive as a signed number. 0: no access yet.
// Each record has the op that made it beside it.
struct SharedShadow {
    static constexpr int kEpochShift = 12;
    static constexpr u32 kManyWarps = 1u << 11;  // a reader: other warps have read it too
    static constexpr u32 kManyLanes = 1u << 10;  // a reader: other lanes of its warp have read it too
    static constexpr u32 kAtomic = 1u << 10;     // a writer
    static constexpr u32 kInFlight = 1u << 11;   // a writer: a copy that has not landed; it has no thread
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

    // Reads of neighbouring units, or of one place, that are not yet in `reader`. Only a write needs to know the readers, and
    // mostly a barrier comes first and orders them all. If none does, note_reads enters them.
    struct Reads {
        u32 unit, thread, op;     // thread: the record of the first lane
        u8 lanes, per_lane;       // units of each
        bool one_place, several;  // several: other lanes of the warp read there too
    };
    struct ScatteredReads {
        u32 mask, mine, op, per_lane;  // mine: the record without its lane
        u32 unit[kLanes];
    };
    static constexpr u32 kMostReads = 1024, kMostScattered = 256;
    std::vector<Reads> reads;
    std::vector<ScatteredReads> scattered;
    u32 read_count = 0, scattered_count = 0;
    void forget_reads() { read_count = scattered_count = 0; }
};

// Which checks an access to shared memory needs. Usual: BlockChecks::padding is empty.
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
    void (*enter_reads)(BlockChecks&) = nullptr;  // for the instruction set in use (races/shared_check.hpp)

    SharedShadow shadow;
    std::vector<u8> padding;  // by byte of shared memory: 1: copied from bytes that were never written
    u32 epoch = 0;            // the last epoch given out
    u32 first_epoch = 0;      // the epoch in which the block began; older records are another block's
    BlockOrder order;         // of global accesses; only with WorkerChecks::races
    std::vector<u32> shadow_storage;
};

// A memory instruction of a warp.
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
