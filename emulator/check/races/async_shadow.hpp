// The race check's view of copies in flight to and from shared memory.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Bytes of shared memory that an asynchronous copy writes or reads, with its op and the issuing thread. Until the copy lands,
// any access to bytes it writes races with it, and so does any write to bytes it reads.
struct AsyncCopy {
    u32 op, thread;
    u32 offset, bytes;
    bool write;
    u32 epoch = 0;  // as of which the landed access counts; 0: the landing's
};
enum class CopyStep : u8 { Issued, Landed };
void async_copy(WarpChecks& warp, const AsyncCopy& copy, CopyStep step);

// A bulk copy reads these bytes. It races with ordinary stores to them that no fence.proxy.async followed. fenced: the last
// epoch that a fence covers, as proxy_fence returned it; 0: no fence.
void read_by_proxy(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 bytes, u32 fenced);
u32 proxy_fence(WarpChecks& warp);

}  // namespace simt::check
