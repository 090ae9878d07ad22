// The video instructions: their many modifiers and selectors become one VideoForm (video_form.hpp).
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_video(Emitter& out, const ptx::Instruction& instruction);
void refuse_selectors(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
