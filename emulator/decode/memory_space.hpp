// Which memory an instruction names.
#pragma once

#include <string>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// "shared::cta" -> "shared"; "" if the opcode names no space: a generic address. A cluster is one block here, so shared::cluster
// is the block's own shared memory.
std::string space_of(const ptx::Instruction& instruction);

}  // namespace simt::exec
