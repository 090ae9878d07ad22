// Branches lead to ops that are emitted later, so their targets are filled in at the end.
#pragma once

#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

struct PendingBranch {
    u32 op = 0;
    u32 block = 0;             // the one that it ends
    std::vector<u32> targets;  // blocks
};

// Enters a function's branches into code.branches, and notes which of them make a loop that may wait for another thread or
// block. op_of_block: where each block begins.
void link_branches(const ptx::Function& function, const ControlFlow& flow,
                   const std::vector<u32>& op_of_block, const std::vector<PendingBranch>& pending,
                   Code& code);

// Turns op numbers into addresses, once the last function is decoded and code.ops grows no more.
void resolve_branches(Code& code);

}  // namespace simt::exec
