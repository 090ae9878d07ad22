// Loads and stores: which memory, how wide, at which address.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction);

// Fills in the op's address slot, its form and the immediate, and what the access means to other threads. `space` is the one that
// the opcode names. Returns the one whose handlers apply: a symbol says where it lies.
std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space);

}  // namespace simt::exec
