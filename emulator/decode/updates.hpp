// Stores of a value that was computed from a load of the same variable: counter = counter + 1. If both are volatile or relaxed
// there is no data race, but a store by another thread in between is lost. Variables that the function also waits for are left
// out: a thread that has waited for its turn is the only one to change it (turn = turn + 1).
#pragma once

#include <set>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

std::set<const ptx::Instruction*> find_updates(const ptx::Function& function, const ControlFlow& flow);

}  // namespace simt::exec
