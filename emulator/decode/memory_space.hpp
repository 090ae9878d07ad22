// Which memory an instruction names.
#pragma once

#include <string>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// "shared::cta" -> "shared"; "" if the opcode names no space: a generic address. A cluster here is one block, so that
// shared::cluster is its own shared memory too.
std::string space_of(const ptx::Instruction& instruction);

}  // namespace simt::exec
