// ldmatrix, stmatrix, movmatrix.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_matrix(Emitter& out, const ptx::Instruction& instruction);
void decode_transpose(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
