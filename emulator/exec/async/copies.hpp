// cp.async's copies in flight.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void stage_copies(WarpState& state, const Op* op, u32 exec, const u32* offset, u32 bytes);
void commit_copies(WarpState& state, u32 exec);
void finish_copies(WarpState& state, u32 exec, s64 groups_left);
void finish_copies_until(WarpState& state, u32 lane, u32 last_copy);

}  // namespace simt::exec
