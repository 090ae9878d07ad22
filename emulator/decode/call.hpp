// Calls by name, through a pointer, and of functions that a GPU's driver provides (printf, assert).
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_call(Emitter& out, const ptx::Instruction& instruction);
void decode_stack(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
