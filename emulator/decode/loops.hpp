// The loops of a function, and what decides whether they go on.
#pragma once

#include <set>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

// The blocks that reach this one and are reached from it: the loops around it. Empty if there is none.
std::set<u32> cycle_of(const ControlFlow& flow, u32 block);

// Whether a branch out of the loop depends on the loaded value, through registers.
bool decides_a_loop(const ControlFlow& flow, const ptx::Instruction& load, const std::set<u32>& loop);

}  // namespace simt::exec
