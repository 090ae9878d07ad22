// Finds loads from global memory that a warp does not wait for at once: on every path from the load to the first instruction that
// needs its value, the warp computes with floating point. So the load is under way while the warp has other work, as in a
// double-buffered kernel.
//
// A value that is only moved to another register is not needed yet. The value of a cp.async is needed where the thread waits for
// the copy.
#pragma once

#include <set>

#include "emulator/decode/control_flow.hpp"

namespace simt::exec {

std::set<const ptx::Instruction*> find_overlapped_loads(const ControlFlow& flow);

}  // namespace simt::exec
