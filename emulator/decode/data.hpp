// Instructions from registers to registers: those that the instruction table describes completely, moves, address
// conversions, lop3.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_data(Emitter& out, const ptx::Instruction& instruction);
// Decodes the instruction by another opcode's row in the table: setp.lt.and.s32 begins with setp.lt.s32.
void decode_row(Emitter& out, const ptx::Instruction& instruction, const isa::Opcode& row);
void decode_move(Emitter& out, const ptx::Instruction& instruction);
void decode_convert_address(Emitter& out, const ptx::Instruction& instruction);
void decode_lookup(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
