// Register files of functions and the warp's local memory.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

Frame* make_frame(WarpState& state, u32 function);
void release_frame(WarpState& state, Frame* frame);
void restart_frames(WarpState& state);  // for the next block: the kernel's frame alone
void ensure_local(WarpState& state, u32 bytes_per_lane);
// Returns nullptr. all_there_is: more than a thread can have, whatever the limit.
const Op* stop_stack_overflow(WarpState& state, bool all_there_is);
// alloca: where the new bytes of the current frame begin.
u64 grow_frame(WarpState& state, u64 bytes, u64 align);

}  // namespace simt::exec
