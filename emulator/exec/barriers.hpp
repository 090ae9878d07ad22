// Barriers of a block and of a cluster.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// waits is false for bar.arrive. Returns false if the launch has ended.
bool arrive_at_barrier(WarpState& state, const Op* op, bool waits);
// Completes every barrier at which all threads have arrived. Returns false if there is none.
bool release_barriers(Block& block);
// Releases the threads that wait at barrier.cluster, if all threads of the cluster that have not exited have arrived.
void end_cluster_phase(Cluster& cluster);
// A warp goes on behind barrier.cluster.wait.
void pass_cluster_phase(WarpState& state);

}  // namespace simt::exec
