// Control flow of one warp. A function that returns an op switches the warp to a split that can run and returns that split's
// pc; nullptr if no split of the warp can run.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void start_warp(WarpState& state, u32 lanes, Frame* frame, const Op* entry);
const Op* enter_current(WarpState& state);  // after the current split's frame or mask has changed
struct Arm {
    u32 mask;
    const Op* target;
};
const Op* diverge(WarpState& state, const Branch& branch, const Arm* arms, int count);
// Divides the split in two, the lanes of `same` and the others. Both go on from op.
const Op* split_by_mask(WarpState& state, const Op* op, u32 same);
// The current split is at op, where it joins its parent.
const Op* reconverge(WarpState& state, const Op* op);
const Op* exit_lanes(WarpState& state, u32 lanes, const Op* next);
const Op* suspend(WarpState& state, SplitState why, const Op* resume_at);
// Ends the warp's turn; the split stays ready. spins: the split is in a loop that may be waiting for another thread.
const Op* yield(WarpState& state, const Op* resume_at, bool spins);
const Op* resume(WarpState& state);
bool is_ready(const WarpState& state);  // one of its splits can run
// Random order: ends the turn before op and gives a random split the next one. Now and then it divides this split in two.
void preempt(WarpState& state, const Op* op);
// The split reached a warp-level operation: it waits for the other members or, if it is the last, finishes it for all of them.
const Op* await_members(WarpState& state, const Op* op, u32 exec, u32 members);

}  // namespace simt::exec
