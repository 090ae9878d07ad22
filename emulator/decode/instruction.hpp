// Any instruction to ops, by its kind in the instruction table.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// Throws simt::Error, or std::out_of_range, for one that is not supported with these modifiers and operands.
void decode_instruction(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
