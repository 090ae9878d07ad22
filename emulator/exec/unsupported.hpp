// What to do instead of something that the emulator lacks.
#pragma once

#include <string>

namespace simt::exec {

// For the end of a sentence. opcode: of the instruction; why: what the decoder said of it.
const char* instead_of(const std::string& opcode, const std::string& why);

}  // namespace simt::exec
