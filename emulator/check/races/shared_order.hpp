// Recognises accesses to shared memory that look like races and are not: atomics and flags, accesses ordered by flags and
// fences, and stores of the value that is there already. Called only when an access seems to race. For global memory, the
// access table uses order.hpp instead.
#pragma once

#include "emulator/check/record.hpp"
#include "emulator/check/state.hpp"

namespace simt::check {

// Lane `lane` accesses shared memory from `offset` on, and no barrier orders the earlier access to `unit` before it. Returns
// true if the two are not a race even so.
bool is_no_race(const Instruction& at, u32 lane, u32 offset, u32 unit, const OtherAccess& other);

// Whether a partial __syncwarp, or flags with fences, order the earlier access before what the lane does now.
bool is_ordered(const WarpChecks& warp, u32 lane, const OtherAccess& other);

// Whether is_ordered can return true at all.
inline bool may_be_ordered(const WarpChecks& warp) {
    return !warp.lanes_met.empty() ||
           (warp.worker->races != nullptr && warp.worker->code->has_shared_flags());
}

// Whether the instruction is meant to communicate with other threads: an atomic, volatile, relaxed …
bool is_strong(const Code& code, u32 index);

// Call it after the warp's clock in BlockChecks::order has advanced, at a barrier, __syncwarp or fence.
void note_clock(WarpChecks& warp);
// The same for a fence: also starts an epoch, which tells later shared accesses from earlier ones.
void note_fence(WarpChecks& warp);
// Drops the earlier clocks, which are no longer needed, and notes the current one.
void restart_clocks(WarpChecks& warp);

}  // namespace simt::check
