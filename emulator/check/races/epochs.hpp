// Epochs of shared memory. Each access carries its warp's epoch. A barrier raises the epoch below which the accesses of others
// are ordered before ours (WarpChecks::barrier_epoch and sync_epoch).
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Enters the reads kept in SharedShadow::reads and scattered.
inline void note_reads(BlockChecks& block) {
    if (block.shadow.read_count + block.shadow.scattered_count != 0) block.enter_reads(block);
}
void next_epoch(WarpChecks& warp);  // later accesses of the warp come after its earlier ones
void begin_epochs(BlockChecks& block);

// The warps in `met` (a bit each) have met at the barrier. all: the barrier is for all threads.
void barrier(BlockChecks& block, u32 number, u32 met, bool all);
// These lanes have met at a __syncwarp.
void warp_barrier(WarpChecks& warp, u32 lanes);
void arrive(WarpChecks& warp, u32 number);  // bar.arrive
// end_phase ends a phase of an mbarrier or of a cluster's barrier and returns an epoch. All earlier accesses come before those
// of a warp that passes with this epoch. At an mbarrier, so do accesses released there.
u32 end_phase(WarpChecks& warp);
void pass(WarpChecks& warp, u32 epoch);
void pass_mbarrier(WarpChecks& warp, u32 epoch, u32 offset);

}  // namespace simt::check
