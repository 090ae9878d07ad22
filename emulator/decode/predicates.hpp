// setp with two results or a third predicate, and set.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_compare(Emitter& out, const ptx::Instruction& instruction);
void decode_set(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
