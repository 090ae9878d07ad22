// Races in global memory while a launch runs: the hooks that accesses, barriers and fences call. A launch without checks,
// or whose kernel writes nothing to global memory, has no WorkerRaces and calls none.
//
//     blocks that cannot wait for each other   each block's accesses in a table of its own (races within the block are
//     (not Code::ordered)                      found at once), joined with the other blocks' when it ends: GridAccesses
//     blocks that can                          one host thread runs them all; one table, races are found at once
#pragma once

#include <memory>
#include <vector>

#include "emulator/check/races/access_table.hpp"
#include "emulator/check/races/footprint.hpp"
#include "emulator/check/races/grid_accesses.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

struct WorkerRaces {
    OrderSpace space;
    GridAccesses* grid = nullptr;  // nullptr: one table for all blocks
    std::unique_ptr<AccessTable> table;
    std::unique_ptr<Footprint> footprint;  // nullptr: nobody wants it
};

// A launch's: one WorkerRaces for each host thread, or none.
class LaunchRaces {
  public:
    // one_table: one worker runs several blocks at once, or there is but one block.
    // footprint: filled by finish() if it is not null.
    LaunchRaces(const Code& code, std::size_t workers, bool one_table, bool wanted, Footprint* footprint);
    WorkerRaces* of_worker(std::size_t k) { return workers_.empty() ? nullptr : &workers_[k]; }
    void stop();                                // a block has failed
    void finish(std::vector<Worker>& workers);  // adds the races between blocks to the workers' findings

  private:
    std::unique_ptr<GridAccesses> grid_;
    std::vector<WorkerRaces> workers_;
    Footprint* footprint_;
};

enum class GlobalAccess : u8 { Load, Store, Atomic };

// The lanes of warp.exec access `bytes` bytes each, lane k at first + cache.relative[k].
void note_global_access(Warp& warp, const Op* op, u32 bytes, GlobalAccess kind, u64 first,
                        const AccessCache& cache);

void begin_block_order(Worker& worker, Block& block, u32 warps);
void end_block_order(Worker& worker, Block& block);  // it has run to its end

void order_fence(WarpState& state, u32 lanes, Scope scope);
// Strong accesses elsewhere (shared memory, mbarriers): order comes from them too. key: of the variable, see shared_key.
void order_acquire(WarpState& state, u64 key, bool block_scope);
void order_release(WarpState& state, u32 lanes, u64 key, bool block_scope);
// A strong access to shared memory by the warp's executing lanes; offset: of each.
void order_shared_access(Warp& warp, const Op* op, u64 first, const s32* relative, GlobalAccess kind);
u64 shared_key(const WarpState& state, u64 offset);

}  // namespace simt::exec
