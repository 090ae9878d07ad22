// The blocks of one worker.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void prepare_worker(Worker& worker, LaunchContext& launch);
// Runs the launch's next blocks until none is left; blocks that wait for each other take turns. If it stops earlier, the
// worker's status says why.
void run_blocks(Worker& worker);

}  // namespace simt::exec
