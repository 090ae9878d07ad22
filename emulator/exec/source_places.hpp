// The words by which messages name a place in the source, a block and a thread.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// An instruction's innermost place in the source outside the toolkit's own headers.
check::Site site_of(const Kernel& kernel, const ptx::Instruction* instruction);
// Not within the innermost `frame` calls that were inlined.
check::Site site_of(const Kernel& kernel, const ptx::Instruction* instruction, u32 frame);

// "line 12 of k.cu (PTX line 40)", or the PTX line alone where the program was built without -lineinfo.
std::string place_of(const Kernel& kernel, const ptx::Instruction* instruction);
std::string place_of(const Worker& worker, u32 op);

std::string name_of(const Block& block);                  // "block (1,0,0)"
std::string name_of(const WarpState& state, u32 thread);  // "thread (5,0,0) of block (1,0,0)"

}  // namespace simt::exec
