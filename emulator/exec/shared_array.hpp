// The variable in shared memory that a finding is about.
#pragma once

#include "emulator/check/findings.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Names the variable that holds the finding's address, or behind whose end it lies; changes nothing if there is none.
void name_array(check::Finding& found, const LaunchContext& context);

}  // namespace simt::exec
