// Finds registers that a lane may read before it has written them: a variable without a value on some path. The compiler drops
// most of these, so few functions have any, and only these registers are watched.
//
// A register is set at an instruction if every path from the function's entry to it has an instruction without a guard that
// writes the register (definite assignment).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

struct UnsetRegisters {
    using ByInstruction = std::unordered_map<const ptx::Instruction*, std::vector<std::string>>;
    ByInstruction
        tests;  // the registers that it reads and that may be unset there; its guard is not among them
    ByInstruction guards;  // its guard, if that may be unset
    ByInstruction writes;  // the registers that it writes and that some other instruction tests
};

UnsetRegisters find_unset_registers(const ControlFlow& flow, const RegisterTypes& types);

}  // namespace simt::exec
