// Clusters of blocks: which sizes a launch may have, and the occupancy calls about them.
#pragma once

#include "emulator/runtime/modules.hpp"

namespace simt::runtime {

// The size of a launch's clusters: the one that the launch asks for (0×0×0: none), else the kernel's __cluster_dims__, else one
// block. Throws a Failure with cudaErrorInvalidClusterSize that says what is wrong and what to do.
struct ClusterRequest {
    Dim3 grid, asked;
};
Dim3 check_cluster(const Function& function, const ClusterRequest& request);

}  // namespace simt::runtime
