// Volatile loads that a loop waits with: what they read decides whether the loop goes on. Such a load is a flag's, and
// meeting a volatile store is what it is for; others are data that threads of a warp hand each other without waiting.
#pragma once

#include <set>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

std::set<const ptx::Instruction*> find_waits(const ControlFlow& flow);

}  // namespace simt::exec
