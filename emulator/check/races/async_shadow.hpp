// The race check's view of copies in flight to and from shared memory.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// The copy will write these bytes, or still has to read them. Until it has landed, any access of a thread races with it (for
// a source: any write).
void mark_in_flight(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write);
void mark_landed(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write);

// A bulk copy reads these bytes: a race with ordinary stores to them that no thread's fence.proxy.async came after. fenced:
// the epoch up to which such a fence reaches.
void check_proxy_fence(WarpState& state, const Op* op, u32 lane, u32 offset, u32 bytes, u32 fenced);

}  // namespace simt::exec
