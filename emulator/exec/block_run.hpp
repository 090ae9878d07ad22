// The blocks of one worker.
#pragma once

#include <functional>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void prepare_worker(Worker& worker, const LaunchContext& launch);
// Runs blocks that `next` hands out (a number not below `blocks` ends it), those of one worker in turns where they wait
// for each other. Returns when they are done or the worker's status says why not.
void run_blocks(Worker& worker, const std::function<u64()>& next, u64 blocks);

}  // namespace simt::exec
