// PTX text to a Module. The grammar is PTX ISA 9.0's, as far as nvcc and inline assembly use it.
#pragma once

#include <string_view>

#include "emulator/ptx/module.hpp"

namespace simt::ptx {

// Throws simt::Error: "PTX line 12: expected ';' after 'add.s32 %r1, %r2', found '}'". Knows nothing of which
// opcodes exist: that is the decoder's business.
Module parse(std::string_view text);

}  // namespace simt::ptx
