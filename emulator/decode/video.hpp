// Video instructions: packs their many modifiers and selectors into one VideoForm (video_form.hpp).
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_video(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
