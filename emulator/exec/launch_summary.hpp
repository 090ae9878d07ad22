// From what the workers of a launch counted and found to the launch's record.
#pragma once

#include <string>
#include <vector>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Takes the allocations' sector marks with it. After a fatal fault, findings of later blocks are left out and counters
// are zero, so that the record does not depend on how many host threads there were.
observe::Launch summarise(const Kernel& kernel, const LaunchContext& context,
                          const std::vector<Worker>& workers);

// Where an instruction comes from: the innermost place that is not in the toolkit's own headers.
observe::Site site_of(const Kernel& kernel, const ptx::Module& module, const ptx::Instruction* instruction);

// "line 12 of k.cu (PTX line 40)", or the PTX line alone where the program was built without -lineinfo.
std::string place_of(const Kernel& kernel, const ptx::Instruction* instruction);

}  // namespace simt::exec
