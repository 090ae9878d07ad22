// Warp-level operations: shuffles, votes, matches, reductions, barriers of a warp.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_shuffle(Emitter& out, const ptx::Instruction& instruction);
void decode_vote(Emitter& out, const ptx::Instruction& instruction);
void decode_match(Emitter& out, const ptx::Instruction& instruction);
void decode_redux(Emitter& out, const ptx::Instruction& instruction);
void decode_elect(Emitter& out, const ptx::Instruction& instruction);
void decode_active_mask(Emitter& out, const ptx::Instruction& instruction);
void decode_warp_barrier(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
