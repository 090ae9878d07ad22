// What to do instead of something that the emulator lacks.
#pragma once

#include <string>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// For the end of a sentence. why: what the decoder said of the instruction.
const char* instead_of(const ptx::Instruction& instruction, const std::string& why);

}  // namespace simt::exec
