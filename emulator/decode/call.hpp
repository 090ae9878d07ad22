// Calls: of a function by name, of one through a pointer, and of those that a GPU's driver provides (printf, assert).
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_call(Emitter& out, const ptx::Instruction& instruction);
void decode_stack(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
