// Atomics and reductions.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_atomic(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
