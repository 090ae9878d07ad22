// The blocks of one worker.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void prepare_worker(Worker& worker, LaunchContext& launch);
// Runs the launch's next blocks, in turns where they wait for each other. Returns when none is left or the worker's status
// says why not.
void run_blocks(Worker& worker);

}  // namespace simt::exec
