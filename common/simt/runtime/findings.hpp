// Tells the person at the terminal, and the launcher, what the checks found in a launch.
#pragma once

#include "common/simt/observe/counters.hpp"

namespace simt::runtime {

// Prints the launch's findings and, where it ended early, why. Marks SIMT_FINDINGS_FD at the first finding.
void announce(const observe::Launch& launch);

}  // namespace simt::runtime
