// 128-bit registers. Each is two rows: its low halves, then its high halves.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// The first of its rows; a new one for a sink. Throws simt::Error for another register.
u32 wide_register(Emitter& out, const ptx::Operand& operand);
void decode_wide_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_wide_move(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
