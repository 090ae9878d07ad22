// Messages about a block that cannot go on or does not end: which threads wait, and where.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// No thread of the block can run any more.
std::string describe_deadlock(const Worker& worker, const Block& block);
// The launch has executed more instructions than --max-instructions allows.
std::string describe_runaway(const Worker& worker, const Block& block);
// The block's threads run, but only read memory that nobody changes.
std::string describe_endless_wait(const Worker& worker, const Block& block);
// Records a finding if the block waits at the grid's barrier and other blocks have already ended.
void check_grid_barrier(const Worker& worker, const Block& block);

}  // namespace simt::exec
