// Volatile loads that a loop waits with: the value decides whether the loop goes on. Such a load reads a flag, and is meant to
// race with the store that sets it. Other volatile loads read data, which threads of a warp pass on without waiting.
#pragma once

#include <set>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

std::set<const ptx::Instruction*> find_waits(const ControlFlow& flow);

}  // namespace simt::exec
