// Stores of what was computed from a load of the same place: counter = counter + 1. Both may be volatile or relaxed, so that
// none races with another; but what somebody else stores in between is lost. A place that the function also waits at is left
// out: who has waited for its turn there is alone (turn = turn + 1).
#pragma once

#include <set>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

std::set<const ptx::Instruction*> find_updates(const ptx::Function& function, const ControlFlow& flow);

}  // namespace simt::exec
