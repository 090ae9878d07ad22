// Function calls, direct and through pointers: register files, local memory, arguments and results.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void restart_frames(WarpState& state);  // for the next block: leaves only the kernel's frame
void ensure_local(WarpState& state, u32 bytes_per_lane);
// alloca: adds bytes to the current frame and returns where they begin.
u64 grow_frame(WarpState& state, u64 bytes, u64 align);
const Op* call_function(WarpState& state, const CallSite& call, u32 function, const Op* return_to);
const Op* return_from_function(WarpState& state);
// slot[0] holds each lane's function pointer. The op after the call reconverges the lanes.
const Op* call_through_pointer(WarpState& state, const Op* op);

}  // namespace simt::exec
