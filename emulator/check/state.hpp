// What the checks keep of a launch, a worker (a host thread), a block and a warp while they run. exec holds one of each, sets
// what is marked as its own, and leaves the rest to the functions of check.hpp.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "emulator/check/access.hpp"
#include "emulator/check/races/order.hpp"
#include "emulator/check/races/shadow_records.hpp"
#include "emulator/check/raw_finding.hpp"
#include "emulator/decode/code.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::check {

class DefinednessPlans;  // definedness/definedness_plan.hpp
struct WorkerRaces;      // races/global_races.hpp
struct UndefinedValues;  // definedness/definedness.hpp
class WrittenArrays;     // races/written_arrays.hpp
struct BlockChecks;

constexpr u32 kNoOp = 0xffffffffu;

// A function's registers and local memory, as one call of it uses them: exec's.
struct Frame {
    const FunctionCode* function = nullptr;
    u8* rows = nullptr;  // the register file, 64-byte aligned
    u32 local_base = 0;  // where the call's part of its lanes' local memory begins
};

struct WorkerChecks {
    // exec's
    const Code* code = nullptr;
    memory::AddressSpace* space = nullptr;
    const AccessCache* cache = nullptr;  // by op
    Checks wanted;
    bool debug = false;  // the program was built with nvcc -G

    const WrittenArrays* written = nullptr;  // nullptr: no race in global memory is looked for
    WorkerRaces* races = nullptr;            // likewise
    DefinednessPlans* plans = nullptr;
    std::vector<RawFinding> findings;
    u32 stray_write = kNoOp;  // the first op that wrote where no pointer of its leads to (WrittenArrays)
};

struct WarpChecks {
    // exec's
    WorkerChecks* worker = nullptr;
    BlockChecks* block = nullptr;
    u32 number = 0;                // in its block
    u32 live = 0;                  // lanes that have not exited
    const Frame* frame = nullptr;  // whose registers it works on

    u32 epoch = 0;          // of this warp's shared-memory accesses (see SharedShadow)
    u32 barrier_epoch = 0;  // accesses of other warps before this one are ordered before ours
    u32 sync_epoch = 0;     // accesses of other lanes of this warp likewise
    LaneOrder lanes_met;    // and those that parts of the warp have ordered since, by epochs
    // What the warp's clock in BlockChecks::order is from an epoch on; only where Code::has_shared_flags.
    std::vector<std::pair<u32, u32>> clock_from;
    std::shared_ptr<UndefinedValues> undefined;  // nullptr: there are none

    u32 thread(u32 lane) const { return number * kLanes + lane; }
};

// What is looked for at an access to shared memory. Usual: no byte is in BlockChecks::padding.
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
    void (*enter_reads)(BlockChecks& block) =
        nullptr;  // of the instruction set in use (races/shared_check.hpp)

    SharedShadow shadow;
    std::vector<u8> padding;  // by byte of shared memory: 1: stored, but from bytes that nothing had written
    u32 epoch = 0;            // the last one given out
    u32 first_epoch = 0;      // when the block began: older records are another block's
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

// The same with its addresses: the first active lane's, and where the others lie from there (pattern.relative).
struct LaneAddresses {
    const AccessCache& pattern;
    u64 first;
    u32 bytes;  // of each lane
    u64 address(u32 lane) const { return first + static_cast<u64>(s64{pattern.relative[lane]}); }
};

enum class Kind : u8 { Load, Store, Atomic };

}  // namespace simt::check
