// Calls through pointers.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// slot[0] holds each lane's pointer to a function; the op behind it joins the lanes again.
const Op* call_through_pointer(WarpState& state, const Op* op);

}  // namespace simt::exec
