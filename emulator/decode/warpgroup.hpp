// Asynchronous products of matrices by four warps, wgmma.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_warpgroup_product(Emitter& out, const ptx::Instruction& instruction);
void decode_warpgroup_wait(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
