// Accesses to global memory that race: which are meant to, and which may lose an update, as far as a function's text shows.
#pragma once

#include <set>
#include <string>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

// Volatile loads that a loop waits with: the value decides whether the loop goes on. Such a load reads a flag, and is meant to
// race with the store that sets it. Other volatile loads read data, which threads of a warp pass on without waiting.
std::set<const ptx::Instruction*> find_waits(const ControlFlow& flow);

// Stores of a value that was computed from a load of the same variable: counter = counter + 1. If both are volatile or relaxed
// there is no data race, but a store by another thread in between is lost. Variables that the function also waits for are left
// out: a thread that has waited for its turn is the only one to change it (turn = turn + 1).
std::set<const ptx::Instruction*> find_updates(const ptx::Function& function, const ControlFlow& flow);

// Registers that hold the expected value of an atomic compare-and-swap, or a value that moves bring there. A loop around one loads
// the first expected value with a plain load (CUDA C++ Programming Guide, atomicAdd() for double). If it is out of date the swap
// fails and the loop goes on, so such a load does not race with the swaps.
std::set<std::string> find_expected_values(const ptx::Function& function);

}  // namespace simt::exec
