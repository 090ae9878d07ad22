// The findings of a launch while it runs: each is noted with the instruction and the thread, and equal ones are counted.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

void record_fault(WarpChecks& warp, const Op* op, Fault fault, Space space, u32 lane, u64 address, u32 width,
                  bool write);
// A read of bytes of which nothing had written `missing` (0: not known how many); used_by: what used them, nullptr: itself.
void unwritten_read(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 width,
                    u32 missing, const Op* used_by);
// The other access of a race in shared memory: the shadow's record and op.
struct OtherAccess {
    u32 record = 0, op = 0;
    bool write = false;
};
void shared_race(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                 const OtherAccess& other);
void global_race(WarpChecks& warp, const Op* op, u32 lane, u64 address, u32 width, bool write,
                 const RawAccess& other);
// A barrier, mask or shuffle used in the wrong way; other_op: where a second thread is, nullptr: there is none.
void misuse(WarpChecks& warp, const Op* op, Fault fault, u32 lane, const Op* other_op = nullptr,
            u32 other_lane = 0);

}  // namespace simt::check
