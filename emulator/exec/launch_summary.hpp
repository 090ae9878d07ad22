// Turns the workers' counts and findings into the launch's record.
#pragma once

#include <vector>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Also clears the allocations' sector marks. After a fatal fault it leaves out findings of later blocks and sets the
// counters to zero, so that the record does not depend on the number of host threads.
Launch summarise(const LaunchContext& context, const std::vector<Worker>& workers);

}  // namespace simt::exec
