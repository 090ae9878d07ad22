// Finds registers that live for a few instructions only, and may share rows with others. Compilers give each value a register of
// its own, and the rows of an unrolled loop would not fit into the CPU's cache. A register may share a row if all its uses lie
// in one basic block, after a definition that no guard can skip.
//
// A row has an element for each lane, and each lane runs a block from its first instruction to its last, wherever the other
// lanes are. So the row is free again after the last instruction that names its register.
#pragma once

#include <string>
#include <unordered_map>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

// For each register that may share a row, the last item that names it.
using LastUses = std::unordered_map<std::string, u32>;
LastUses find_last_uses(const ControlFlow& flow, const RegisterTypes& types);

// How often operands name each register.
using RegisterUses = std::unordered_map<std::string, u32>;
RegisterUses count_uses(const ptx::Function& function);

}  // namespace simt::exec
