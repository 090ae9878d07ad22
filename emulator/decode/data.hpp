// Registers in, registers out: everything that has a row in the instruction table, moves, address conversions, compares.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_data(Emitter& out, const ptx::Instruction& instruction);
void decode_row(Emitter& out, const ptx::Instruction& instruction, const isa::Opcode& row);
void decode_move(Emitter& out, const ptx::Instruction& instruction);
void decode_convert_address(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
