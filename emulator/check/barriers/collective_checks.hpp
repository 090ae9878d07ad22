// Misuse of barriers and of a warp's operations: member masks that leave out their caller or name lanes that have exited,
// threads of a warp that meet at different barriers. (Shuffles from absent lanes: definedness.hpp.)
#pragma once

#include <span>

#include "emulator/check/state.hpp"

namespace simt::check {

// An operation of the lanes of `members`, as far as it can be known now.
void check_members(WarpChecks& warp, const Op* op, u32 exec, u32 members, bool barrier);
// Lanes of one warp that wait at one barrier.
struct WaitingLanes {
    const Op* op;
    u32 lanes;
};
// They may be at different places of the program.
void check_barrier_places(WarpChecks& warp, std::span<const WaitingLanes> waiting);
// A block waits at the grid's barrier for blocks that have ended.
void endless_grid_barrier(WarpChecks& warp, const Op* op, u32 lane);
// The number of threads that a barrier's caller gives; differs: from what others gave before. False where an H200 ends the
// launch (test/hardware/programs/barriers.cu): none at all stands for everybody.
bool check_barrier_count(WarpChecks& warp, const Op* op, u32 lane, u32 count, bool waits, bool differs);

}  // namespace simt::check
