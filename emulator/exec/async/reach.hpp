// What an asynchronous instruction checks of the memory it names.
#pragma once

#include "emulator/exec/ops/access.hpp"

namespace simt::exec {

// One lane's access of up to 16 bytes, with every check that an ordinary access gets but outside the counters: bulk copies
// go past the load/store unit. `side` is added to the op's index: the second op of an instruction, for its other space.
// Returns the host address, or nullptr after a fault.
u8* reach(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
          generic::Prepare prepare);

// The same for more bytes, a multiple of 16 and aligned to 16; host: where they begin.
u8* reach_shared(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
                 generic::Prepare prepare);
// The same for any number of bytes of global memory, aligned or not (an allocation lies in one piece).
u8* reach_global(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes, generic::Prepare prepare);

}  // namespace simt::exec
