// Textures and surfaces: tex, tld4, txq, suld, sust, sured, suq.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_texture_fetch(Emitter& out, const ptx::Instruction& instruction);
void decode_texture_gather(Emitter& out, const ptx::Instruction& instruction);
void decode_texture_query(Emitter& out, const ptx::Instruction& instruction);
void decode_surface_access(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
