// Propagates undefined bits (definedness.hpp) through one instruction of a warp.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Call it before the op. The lanes `exec` of the active ones will execute it; jumps: it is a conditional branch.
void propagate(WarpChecks& warp, const Op* op, u32 active, u32 exec, bool jumps);

}  // namespace simt::check
