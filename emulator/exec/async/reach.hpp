// Checks the memory of an asynchronous instruction, piece by piece, as an ordinary access would. Bulk copies bypass the
// load/store unit, so the counters stay as they are.
#pragma once

#include "emulator/exec/ops/access.hpp"

namespace simt::exec {

// One lane's access of up to 128 bytes. An instruction that accesses two places has two ops, so that each place has its own
// AccessCache; side: 0 for the instruction's first op, 1 for its second. Returns the host address, or nullptr after a fault.
u8* reach(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
          generic::Prepare prepare);

// The same for any number of bytes, in pieces aligned to their size: 16 bytes in shared memory, `smallest` to 128 bytes in
// global memory.
u8* reach_shared(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
                 generic::Prepare prepare);
u8* reach_global(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes, generic::Prepare prepare,
                 u32 smallest = 1);

}  // namespace simt::exec
