// The video instructions: their many modifiers and selectors become one VideoForm (video_form.hpp).
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_video(Emitter& out, const ptx::Instruction& instruction);
// Selectors (%r1.b0) and minus signs belong to video instructions. Throws simt::Error if another one has them.
void refuse_selectors(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
