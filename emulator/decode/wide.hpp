// Registers of 128 bits: the row of their low halves, then that of their high ones.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

u32 wide_register(Emitter& out, const ptx::Operand& operand);
void decode_wide_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_wide_move(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
