// lop3 with a predicate (PTX ISA 9.0, section 9.7.8.6): composed of instructions that have rows.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_lookup(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
