// Which registers live for a few instructions and may share rows with others. Compilers give each value a register of its own,
// and a loop that is unrolled would have rows for more of them than the CPU's cache holds. Registers whose every use lies in
// one basic block, behind a definition that no guard can skip, share rows.
//
// A lane goes through a block from its first instruction to its last, wherever the other lanes are, and rows have a place
// for each lane. So a row is free again behind the instruction that names its register last.
#pragma once

#include <string>
#include <unordered_map>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

// Of registers that may share rows: the item that names them last.
using LastUses = std::unordered_map<std::string, u32>;
LastUses find_last_uses(const ControlFlow& flow, const RegisterTypes& types);

// How often a register is named by operands.
using RegisterUses = std::unordered_map<std::string, u32>;
RegisterUses count_uses(const ptx::Function& function);

}  // namespace simt::exec
