// Clusters of one block.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void end_cluster_phase(WarpState& state);  // if all threads that are left have arrived

}  // namespace simt::exec
