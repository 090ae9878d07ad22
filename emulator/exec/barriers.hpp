// Barriers of a block and of a cluster.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// waits: false for bar.arrive. Returns false if the launch has ended.
bool arrive_at_barrier(WarpState& state, const Op* op, bool waits);
// Completes the barriers that all have reached; false if there is none.
bool release_barriers(Block& block);
// Lets those go on that wait at barrier.cluster, if all threads that are left have arrived.
void end_cluster_phase(WarpState& state);

}  // namespace simt::exec
