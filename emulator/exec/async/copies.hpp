// Copies in flight and the mbarrier arrivals that wait for them. Copies are issued, committed in groups, and land when a
// thread waits.
#pragma once

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

// Copies of cp.async; they land warp by warp.
void stage_copies(WarpState& state, const Op* op, u32 exec, const u32* offset, u32 bytes);
void commit_copies(WarpState& state, u32 exec);
void finish_copies(WarpState& state, u32 exec, s64 groups_left);
void finish_copies_until(WarpState& state, u32 lane, u32 last_copy);

// Bulk and tensor copies.
// Also marks the bytes that it will write or read. target: a warp of the block in whose shared memory these bytes and the
// mbarrier are, another one of the cluster for copies to there.
void put_in_flight(WarpState& state, BulkCopy copy, WarpState& target);
void land_copies(WarpState& state, u32 mbarrier);  // all copies that this mbarrier waits for
void finish_bulk_groups(WarpState& state, u32 thread, u32 groups_left);
void finish_block_copies(WarpState& state);  // at the block's end

}  // namespace simt::exec
