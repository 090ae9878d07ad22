// The race check for global memory, called by accesses, barriers and fences while a launch runs. A launch without checks, or
// whose kernel writes nothing to global memory, has no WorkerRaces.
//
//     blocks that cannot wait for each other   each block's accesses in a table of its own (races within the block are
//     (not Code::ordered)                      found at once), joined with the other blocks' when it ends: GridAccesses
//     blocks that can                          one host thread runs them all; one table, races are found at once
#pragma once

#include <memory>

#include "emulator/check/races/access_table.hpp"
#include "emulator/check/races/footprint.hpp"
#include "emulator/check/races/grid_accesses.hpp"
#include "emulator/check/state.hpp"

namespace simt::check {

// The state of one host thread.
struct WorkerRaces {
    OrderSpace space;
    GridAccesses* grid = nullptr;  // nullptr: one table for all blocks
    std::unique_ptr<AccessTable> table;
    std::unique_ptr<Footprint> footprint;  // nullptr: not needed
};

void note_global_access(const Instruction& at, const LaneAddresses& lanes, Kind kind);

// A texture or surface read, after note_global_access: a write of this launch to the same memory makes it stale, however it is
// ordered. address: by lane.
void note_fetch(WarpChecks& warp, const Op* op, u32 exec, const u64* address, u32 bytes);

void begin_block_order(BlockChecks& block);
void end_block_order(BlockChecks& block);  // the block has run to its end

void fence(WarpChecks& warp, u32 lanes, Scope scope);
// An acquire at a variable in shared memory or an mbarrier, which orders accesses too. key: the variable's, see shared_key.
void order_acquire(WarpChecks& warp, u64 key, bool block_scope);
// A strong access to shared memory, which may release or acquire. may_order_shared: whether order_shared_access has to be called.
void order_shared_access(const Instruction& at, const LaneAddresses& lanes, Kind kind);
inline bool may_order_shared(const Instruction& at, Kind kind) {
    const WarpChecks& warp = at.warp;
    if ((at.op->detail & kStrong) == 0 || warp.worker->races == nullptr) return false;
    return kind == Kind::Load || (at.op->detail & kReleases) != 0 ||
           warp.worker->races->space.has_releases() || warp.block->order.warp[warp.number].fenced;
}
u64 shared_key(const WarpChecks& warp, u64 offset);

}  // namespace simt::check
