// Control flow of one warp. Each function that returns an op leaves the warp on a split that can run and returns its pc, or
// nullptr if the warp has none.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void start_warp(WarpState& state, u32 lanes, Frame* frame, const Op* entry);
const Op* enter_current(WarpState& state);  // its frame or mask has changed
struct Arm {
    u32 mask;
    const Op* target;
};
const Op* diverge(WarpState& state, const Branch& branch, const Arm* arms, int count);
// The lanes of `same` and the other ones go on apart, both from op.
const Op* split_by_mask(WarpState& state, const Op* op, u32 same);
// The current split is at op, where it joins its parent.
const Op* reconverge(WarpState& state, const Op* op);
const Op* exit_lanes(WarpState& state, u32 lanes, const Op* next);
const Op* suspend(WarpState& state, SplitState why, const Op* resume_at);
// Ends the warp's turn; the split stays ready. spins: it is in a loop that may be waiting for another thread.
const Op* yield(WarpState& state, const Op* resume_at, bool spins);
const Op* resume(WarpState& state);
bool is_ready(const WarpState& state);  // one of its splits can run
// Random order: ends the turn before op. A random split has the next one, and now and then this split is divided in two.
void preempt(WarpState& state, const Op* op);
// A lane that came to a warp-level operation before other members: waits, or finishes it for all who have come.
const Op* await_members(WarpState& state, const Op* op, u32 exec, u32 members);

}  // namespace simt::exec
