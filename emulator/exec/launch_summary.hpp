// From what the workers of a launch counted and found to the launch's record.
#pragma once

#include <vector>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Takes the allocations' sector marks with it. After a fatal fault, findings of later blocks are left out and counters
// are zero, so that the record does not depend on how many host threads there were.
Launch summarise(const LaunchContext& context, const std::vector<Worker>& workers);

}  // namespace simt::exec
