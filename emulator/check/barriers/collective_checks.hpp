// What programs do wrong with barriers and the operations of a warp.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// An operation of the lanes of `members`, as far as it can be known now.
void check_members(WarpState& state, const Op* op, u32 exec, u32 members, bool barrier);
// The lanes of one warp wait at one barrier, but at different places of the program.
void check_barrier_places(WarpState& state, u32 barrier);
// The count that a barrier's caller gives is none, or not what others gave before.
// Ends the launch (false) where an H200 does.
bool check_barrier_count(WarpState& state, const Op* op, u32 lane, const Barrier& before, u32 count,
                         bool waits);

}  // namespace simt::exec
