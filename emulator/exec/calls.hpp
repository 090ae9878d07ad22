// Calls of functions: register files, local memory, arguments and results, also through pointers.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void restart_frames(WarpState& state);  // for the next block: the kernel's frame alone
void ensure_local(WarpState& state, u32 bytes_per_lane);
// alloca: where the new bytes of the current frame begin.
u64 grow_frame(WarpState& state, u64 bytes, u64 align);
const Op* call_function(WarpState& state, const CallSite& call, u32 function, const Op* return_to);
const Op* return_from_function(WarpState& state);
// slot[0] holds each lane's pointer to a function; the op behind it joins the lanes again.
const Op* call_through_pointer(WarpState& state, const Op* op);

}  // namespace simt::exec
