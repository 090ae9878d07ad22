// Where an instruction stands in the program's source.
#pragma once

#include <string>

#include "emulator/check/findings.hpp"
#include "emulator/exec/device_module.hpp"

namespace simt::exec {

// Where an instruction comes from: the innermost place that is not in the toolkit's own headers.
check::Site site_of(const Kernel& kernel, const ptx::Module& module, const ptx::Instruction* instruction);

// "line 12 of k.cu (PTX line 40)", or the PTX line alone where the program was built without -lineinfo.
std::string place_of(const Kernel& kernel, const ptx::Instruction* instruction);

}  // namespace simt::exec
