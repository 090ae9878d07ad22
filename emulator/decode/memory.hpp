// The address of a memory access, and what the access means to other threads.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// Fills in the op's address slot, its form and the immediate, and what the access means to other threads. `space` is the one that
// the opcode names. Returns the one whose handlers apply: a symbol says where it lies.
std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space);

}  // namespace simt::exec
