// Branches, returns, barriers, fences, clusters.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_branch(Emitter& out, const ptx::Instruction& instruction);
void decode_indexed_branch(Emitter& out, const ptx::Instruction& instruction);
void decode_return(Emitter& out, const ptx::Instruction& instruction);
void decode_barrier(Emitter& out, const ptx::Instruction& instruction);
void decode_fence(Emitter& out, const ptx::Instruction& instruction);
void decode_cluster_barrier(Emitter& out, const ptx::Instruction& instruction);
void decode_cluster_map(Emitter& out, const ptx::Instruction& instruction);
void decode_cluster_rank(Emitter& out, const ptx::Instruction& instruction);
void decode_register_count(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
