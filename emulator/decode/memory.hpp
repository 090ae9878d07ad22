// Loads, stores and matrices; also the address and the memory ordering of any access.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// Fills in the op's address slot, its immediate, and its detail: the address's form and the access's ordering. `space` is the
// one that the opcode names, or "". Returns the space whose handlers apply, which may be a symbol's own space instead.
std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space);

// How an access to this space is counted; "": an access to a generic address, which may be one to global memory.
cost::OpClass memory_class(const std::string& space, bool load);

void decode_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_matrix(Emitter& out, const ptx::Instruction& instruction);
void decode_transpose(Emitter& out, const ptx::Instruction& instruction);
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
