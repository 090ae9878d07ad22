// Control flow of one warp. Each function leaves the warp on a split that can run and returns its pc, or nullptr if the warp
// has none.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void start_warp(WarpState& state, u32 lanes, Frame* frame, const Op* entry);
struct Arm {
    u32 mask;
    const Op* target;
};
const Op* diverge(WarpState& state, const Branch& branch, const Arm* arms, int count);
// Separates the lanes that bring another member mask from those of `same`.
const Op* split_by_mask(WarpState& state, const Op* op, u32 same);
const Op* reconverge(WarpState& state,
                     const Op* op);  // the current split is at op, where it joins its parent
const Op* exit_lanes(WarpState& state, u32 lanes, const Op* next);
const Op* suspend(WarpState& state, SplitState why, const Op* resume_at);
// Ends the warp's turn; the split stays ready. spins: it is in a loop that may be waiting for another thread.
const Op* yield(WarpState& state, const Op* resume_at, bool spins);
const Op* resume(WarpState& state);
bool is_ready(const WarpState& state);  // one of its splits can run
// Random order: ends the turn before op, goes on another time with a split taken by chance, now and then with the lanes
// of this one split in two.
void preempt(WarpState& state, const Op* op);
const Op* call_function(WarpState& state, const CallSite& call, u32 function, const Op* return_to);
const Op* return_from_function(WarpState& state);
// A lane that came to a warp-level operation before other members: waits, or finishes it for all who have come.
const Op* await_members(WarpState& state, const Op* op, u32 exec, u32 members);

}  // namespace simt::exec
