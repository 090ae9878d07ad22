// Loads and stores: which space, how wide, where the address is.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction);
std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space);

}  // namespace simt::exec
