// Branches lead to ops that are emitted after them: their targets are filled in once these are there.
#pragma once

#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

struct PendingBranch {
    u32 op = 0;
    u32 block = 0;             // that it ends
    std::vector<u32> targets;  // blocks
};

// Enters a function's branches into code.branches, and says of each whether it makes a loop that may be waiting for another
// thread or block. op_of_block: where each block begins.
void link_branches(const ptx::Function& function, const ControlFlow& flow,
                   const std::vector<u32>& op_of_block, const std::vector<PendingBranch>& pending,
                   Code& code);

// Makes addresses of op numbers, after the last function: until then code.ops grows.
void resolve_branches(Code& code);

}  // namespace simt::exec
