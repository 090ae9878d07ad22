// printf in a kernel.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Op::detail names the call site.
const Op* print_from_device(WarpState& state, const Op* op);

}  // namespace simt::exec
