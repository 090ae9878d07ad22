// Epochs of shared memory: each access has its warp's, and barriers decide from which epoch on accesses of others are not
// ordered before ours (WarpChecks::barrier_epoch and sync_epoch).
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Enters SharedShadow::reads.
inline void note_reads(BlockChecks& block) {
    if (block.shadow.read_count + block.shadow.scattered_count != 0) block.enter_reads(block);
}
void next_epoch(WarpChecks& warp);  // what the warp accesses from now on comes after what it did before
void begin_epochs(BlockChecks& block);

// The warps of `met` (as bits) have met at the barrier; all: it was for all threads.
void barrier(BlockChecks& block, u32 number, u32 met, bool all);
// __syncwarp of these lanes.
void warp_barrier(WarpChecks& warp, u32 lanes);
void arrive(WarpChecks& warp, u32 number);  // bar.arrive
// The phase of an mbarrier or a cluster's barrier ends: all that was done comes before what those do who pass with the epoch
// returned; at an mbarrier, what was released there comes before it too.
u32 end_phase(WarpChecks& warp);
void pass(WarpChecks& warp, u32 epoch);
void pass_mbarrier(WarpChecks& warp, u32 epoch, u32 offset);

}  // namespace simt::check
