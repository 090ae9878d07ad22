// Block barriers.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

bool arrive_at_barrier(WarpState& state, const Op* op, bool waits);  // false: the launch has ended
void leave_at_barrier(WarpState& state);                             // bar.arrive: it goes on at once
bool release_barriers(Block& block);  // completes those that all have reached; false if none has

}  // namespace simt::exec
