// What to say when a block cannot go on, or does not end: who waits where.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Nothing in the block can run any more.
std::string describe_deadlock(const Worker& worker, const Block& block);
// The launch has taken more instructions than it may.
std::string describe_runaway(const Worker& worker, const Block& block);
// The block's threads run, but only look at memory that stays as it is.
std::string describe_endless_wait(const Worker& worker, const Block& block);
// Records a finding if the block waits at the grid's barrier, while others have ended.
void check_grid_barrier(const Worker& worker, const Block& block);

}  // namespace simt::exec
