// Accesses to shared memory that look like races and are none: atomics and flags, accesses that flags and fences order, and
// stores of the value that is there already. Asked only when an access seems to race. In global memory the access table asks
// order.hpp the same.
#pragma once

#include "emulator/check/record.hpp"
#include "emulator/check/state.hpp"

namespace simt::check {

// Lane `lane` accesses shared memory from `offset` on, and the earlier access to one unit of it is ordered
// before ours by no barrier.
bool is_no_race(const Instruction& at, u32 lane, u32 offset, u32 unit, const OtherAccess& other);

// Whether a __syncwarp of a part of the warp, or flags with fences, have ordered it before what the lane does now.
bool is_ordered(const WarpChecks& warp, u32 lane, const OtherAccess& other);

// Whether is_ordered can ever say so.
inline bool may_be_ordered(const WarpChecks& warp) {
    return !warp.lanes_met.empty() ||
           (warp.worker->races != nullptr && warp.worker->code->has_shared_flags());
}

// Whether the instruction at the index means to see what others do, or to be seen: an atomic, volatile, relaxed …
bool is_strong(const Code& code, u32 index);

// The warp's clock in BlockChecks::order has gone on, with a barrier, __syncwarp or fence.
void note_clock(WarpChecks& warp);
// And it was a fence: later accesses to shared memory are told apart from those before it.
void note_fence(WarpChecks& warp);
// Nobody asks for what came before.
void restart_clocks(WarpChecks& warp);

}  // namespace simt::check
