// Finds accesses to global memory that race on purpose, and updates that may get lost, as far as a function's text shows.
#pragma once

#include <set>
#include <string>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

// Volatile loads in waiting loops: the loaded value decides whether the loop goes on. Such a load reads a flag, and is meant to
// race with the store that sets it. Other volatile loads read data that threads of a warp pass on without waiting.
std::set<const ptx::Instruction*> find_waits(const ControlFlow& flow);

// Stores of a value that was computed from a load of the same variable: counter = counter + 1. If both are volatile or relaxed
// there is no data race, but a store by another thread in between is lost. This leaves out variables for which the function
// also waits: a thread that has waited for its turn is the only one to change it (turn = turn + 1).
std::set<const ptx::Instruction*> find_updates(const ptx::Function& function, const ControlFlow& flow);

// Registers that hold the expected value of an atomic compare-and-swap, directly or through moves. A compare-and-swap loop gets
// its first expected value from a plain load (CUDA C++ Programming Guide, atomicAdd() for double). If that value is out of date,
// the swap fails and the loop goes on, so such a load does not race with the swaps.
std::set<std::string> find_expected_values(const ptx::Function& function);

}  // namespace simt::exec
