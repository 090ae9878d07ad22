// What one instruction of a warp makes of undefined bits (definedness.hpp).
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Before the op, which `exec` of the active lanes will execute; jumps: it is a conditional branch.
void propagate(WarpChecks& warp, const Op* op, u32 active, u32 exec, bool jumps);

}  // namespace simt::check
