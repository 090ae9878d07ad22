// Bulk copies in flight, and arrivals that wait for copies of cp.async.
#pragma once

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

void put_in_flight(WarpState& state, BulkCopy copy);  // and marks what it will write or read
void land_copies(WarpState& state, u32 mbarrier);     // everything that this mbarrier waits for
void finish_bulk_groups(WarpState& state, u32 thread, u32 groups_left);
void finish_block_copies(WarpState& state);  // at the block's end

}  // namespace simt::exec
