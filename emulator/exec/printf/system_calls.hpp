// printf and assert in kernels. Op::detail names the call site.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

const Op* print_from_device(WarpState& state, const Op* op);
const Op* fail_assertion(WarpState& state, const Op* op);  // ends the launch

}  // namespace simt::exec
