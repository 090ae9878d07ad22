// Launches of kernels, for the launch calls and for the nodes of graphs.
#pragma once

#include "emulator/exec/launch.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/modules.hpp"

namespace simt::runtime {

// What the attributes of a launch ask for. cluster: 0×0×0 if they name none.
struct AskedAttributes {
    bool cooperative = false;
    Dim3 cluster = {0, 0, 0};
};

// A launch with its arguments copied into the parameter block. Throws a Failure for a launch that the device refuses.
exec::LaunchConfig prepared(const Function& function, void** arguments, const cudaLaunchConfig_t& wanted,
                            const AskedAttributes& asked = {});

// The same, without the arguments.
exec::LaunchConfig shaped(const Function& function, const cudaLaunchConfig_t& wanted,
                          const AskedAttributes& asked = {});

// Runs it and all grids that its kernels launch now, counts it and says what the checks found. As on a GPU, a fault is told to the next call.
void run_kernel(const Function& function, exec::LaunchConfig config);

}  // namespace simt::runtime
