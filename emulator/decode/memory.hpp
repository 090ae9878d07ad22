// Loads, stores and matrices; and of any memory access its address, and what it means to other threads.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// Fills in the op's address slot, its form and the immediate, and what the access means to other threads. `space` is the one that
// the opcode names. Returns the one whose handlers apply: a symbol says where it lies.
std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space);

void decode_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_matrix(Emitter& out, const ptx::Instruction& instruction);
void decode_transpose(Emitter& out, const ptx::Instruction& instruction);
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
