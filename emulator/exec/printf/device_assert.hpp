// assert in a kernel.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Op::detail names the call site. Ends the launch.
const Op* fail_assertion(WarpState& state, const Op* op);

}  // namespace simt::exec
