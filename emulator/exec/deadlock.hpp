// Messages about a block that cannot go on or does not end: which threads wait, and where.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// The next three record a finding at a place where threads wait, and return what the launch's message says.
// No thread of the block can run any more.
std::string describe_deadlock(const Worker& worker, Block& block);
// The launch has executed more instructions than --max-instructions allows.
std::string describe_runaway(const Worker& worker, Block& block);
// The block's threads run, but only read memory that nobody changes. outside: why nobody outside the launch does, either; empty: nobody
// could.
std::string describe_endless_wait(const Worker& worker, Block& block, bool at_grid_barrier,
                                  const std::string& outside = {});
// "block (0,0,0) waits: 1 thread in the loop at line 7 of k.cu".
std::string describe_polling(const Worker& worker, const Block& block);
// "a change of the 4 bytes at 0x… (8 bytes at 0x…, cudaHostAlloc (1st call)), which hold 0x0", and of how many others.
std::string describe(const std::vector<PolledMemory>& polled, const memory::AddressSpace& space);
// Records a finding if the block waits at the grid's barrier and other blocks have already ended.
bool check_grid_barrier(const Worker& worker, const Block& block);

}  // namespace simt::exec
