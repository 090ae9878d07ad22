// Records the findings of a running launch, each with its instruction and thread. Equal findings are counted.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

void record_fault(WarpChecks& warp, const Op* op, Fault fault, Space space, u32 lane, u64 address, u32 width,
                  bool write);
// A read of memory in which `missing` bytes were never written (0: not known how many). used_by: the op that used the value;
// nullptr: the read itself.
void unwritten_read(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 width,
                    u32 missing, const Op* used_by);
// The other access of a race in shared memory: the shadow's record and op.
struct OtherAccess {
    u32 record = 0, op = 0;
    bool write = false;
};
void shared_race(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                 const OtherAccess& other);
// The same for an access to the shared memory of another block of the cluster, the owner.
void cluster_race(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                  const OtherAccess& other, const BlockChecks& owner);
void global_race(WarpChecks& warp, const Op* op, u32 lane, u64 address, u32 width, bool write,
                 const RawAccess& other);
// A texture or surface read of what this launch has written before, in order.
void stale_fetch(WarpChecks& warp, const Op* op, u32 lane, u64 address, u32 width, const RawAccess& writer);
// A barrier, mask or shuffle was misused. other_op: where a second thread is; nullptr: no second thread. other_warp: nullptr if
// it is of the same warp.
void misuse(WarpChecks& warp, const Op* op, Fault fault, u32 lane, const Op* other_op = nullptr,
            u32 other_lane = 0, const WarpChecks* other_warp = nullptr);

}  // namespace simt::check
