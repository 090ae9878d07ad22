// Reports misuse of barriers and of warp operations: a member mask that leaves out its caller or names
// lanes that do not come, or threads of a warp that wait at different barriers. (Shuffles from absent lanes: definedness.hpp.)
#pragma once

#include <span>

#include "emulator/check/state.hpp"

namespace simt::check {

// The lanes `exec` execute an operation whose member mask is `members`. Reports a lane that the mask does not name, and lanes of
// the mask that do not take part: `absent` execute it with another mask, or took another way at a branch. The mask may name lanes
// that had exited: CUDA asks only for the others.
void check_members(WarpChecks& warp, const Op* op, u32 exec, u32 members, u32 absent);
// Lanes of one warp that wait at the same instruction.
struct WaitingLanes {
    const Op* op;
    u32 lanes;
};
// Reports lanes of one warp that wait for one barrier at different places of the program.
void check_barrier_places(WarpChecks& warp, std::span<const WaitingLanes> waiting);
// Lanes of two warps wait for one barrier of all threads. Reports it if they do so at different places of the program.
void check_barrier_warps(WarpChecks& warp, const WaitingLanes& waiting, const WarpChecks& first_warp,
                         const WaitingLanes& first);
// A barrier of all threads lets the warp go on.
inline void pass_barrier(WarpChecks& warp, const Op* op) {
    WarpBarriers& barriers = warp.block->barriers[warp.number];
    ++barriers.passed;
    barriers.last = op;
}
// Lanes of the warp come to a place behind a branch with barriers.
void meet(WarpChecks& warp, u32 place, u32 lanes);
// Once the block has ended: reports warps that came to such a place equally often and passed different numbers of barriers.
void check_rejoins(BlockChecks& block);
// Reports a block that waits at the grid's barrier for blocks that have ended.
void endless_grid_barrier(WarpChecks& warp, const Op* op, u32 lane);
// Checks the thread count that a caller gives a barrier; do not call it for a barrier of all threads. waits: false for
// bar.arrive. differs: other threads gave another count. Returns false if an H200 would end the launch
// (test/hardware/programs/barriers.cu).
bool check_barrier_count(WarpChecks& warp, const Op* op, u32 lane, u32 count, bool waits, bool differs);

}  // namespace simt::check
