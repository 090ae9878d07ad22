// Where lanes that diverge at a branch reconverge: the immediate post-dominators of a control-flow graph.
#pragma once

#include <vector>

#include "emulator/integers.hpp"

namespace simt::exec {

constexpr u32 kNoBlock = 0xffffffffu;

// successors[b]: the basic blocks that may follow b; a block without successors leaves the function.
// Returns, for each block, the nearest block that every path from it to an exit passes through, or kNoBlock where
// there is none (paths that only meet at the exit, or never leave a loop).
std::vector<u32> immediate_post_dominators(const std::vector<std::vector<u32>>& successors);

}  // namespace simt::exec
