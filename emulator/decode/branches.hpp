// Fills in the targets of branches. That happens at the end, since a branch may lead to ops that are emitted after it.
#pragma once

#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

struct PendingBranch {
    u32 op = 0;
    u32 block = 0;             // the basic block that it ends
    std::vector<u32> targets;  // blocks
};

// Enters a function's branches into code.branches, and marks those of loops that may wait for another thread or block.
// op_of_block: each basic block's first op.
void link_branches(const ptx::Function& function, const ControlFlow& flow,
                   const std::vector<u32>& op_of_block, const std::vector<PendingBranch>& pending,
                   Code& code);

// Turns op numbers into addresses. Call it after the last function is decoded, when code.ops no longer grows.
void resolve_branches(Code& code);

}  // namespace simt::exec
