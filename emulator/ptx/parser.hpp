// Parses PTX text into a Module. The grammar is that of PTX ISA 9.0, as far as nvcc and inline assembly use it.
#pragma once

#include <string_view>

#include "emulator/ptx/module.hpp"

namespace simt::ptx {

// Throws simt::Error: "PTX line 12: expected ';' after 'add.s32 %r1, %r2', found '}'". Does not check which opcodes
// exist: the decoder does.
Module parse(std::string_view text);

}  // namespace simt::ptx
