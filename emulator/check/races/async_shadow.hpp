// The race check's view of copies in flight to and from shared memory.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Bytes of shared memory that a copy of the op's, issued by the thread, writes or reads. Until it has landed, any access of a
// thread races with it (for what it reads: any write).
struct AsyncCopy {
    u32 op, thread;
    u32 offset, bytes;
    bool write;
};
enum class CopyStep : u8 { Issued, Landed };
void async_copy(WarpChecks& warp, const AsyncCopy& copy, CopyStep step);

// A bulk copy reads these bytes: a race with ordinary stores to them that no thread's fence.proxy.async came after. fenced:
// what proxy_fence returned last, the epoch up to which it reaches; 0: nothing.
void read_by_proxy(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 bytes, u32 fenced);
u32 proxy_fence(WarpChecks& warp);

}  // namespace simt::check
