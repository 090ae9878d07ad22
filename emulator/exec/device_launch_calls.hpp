// Calls of the device runtime: launches from kernels, and what goes with them. The runtime answers (device_runtime.hpp).
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Op::immediate: 256 × the call site's index + the DeviceCall. The lanes call in their order.
const Op* call_device_runtime(WarpState& state, const Op* op);

}  // namespace simt::exec
