// Epochs of shared memory. Each access is recorded with its warp's epoch. A warp remembers an epoch before which the accesses of
// others come before its own (WarpChecks::barrier_epoch and sync_epoch), and a barrier raises it.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Enters the accesses that SharedShadow keeps aside.
inline void note_kept(BlockChecks& block) {
    const SharedShadow& shadow = block.shadow;
    if (shadow.read_count + shadow.scattered_count + shadow.atomic_count != 0) block.enter_kept(block);
}
// Starts a new epoch, which tells the warp's later accesses from its earlier ones.
void next_epoch(WarpChecks& warp);
void begin_epochs(BlockChecks& block);

// The warps in `met` (a bit each) have met at the barrier. all: the barrier is for all threads.
void barrier(BlockChecks& block, u32 number, u32 met, bool all);
// These lanes have met at a __syncwarp.
void warp_barrier(WarpChecks& warp, u32 lanes);
void arrive(WarpChecks& warp, u32 number);  // bar.arrive
// end_phase ends a phase of an mbarrier or of a cluster's barrier and returns an epoch. A warp that waited for the phase then
// passes with this epoch: all accesses before the phase's end come before the warp's next ones. With pass_mbarrier, so do the
// accesses that were released at the mbarrier at `offset`.
u32 end_phase(WarpChecks& warp);
void pass(WarpChecks& warp, u32 epoch);
void pass_mbarrier(WarpChecks& warp, u32 epoch, u32 offset);

}  // namespace simt::check
