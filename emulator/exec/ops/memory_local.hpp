// The first half of an access to local memory or to the kernel's parameters (access.hpp).
#pragma once

#include "emulator/exec/ops/access.hpp"

namespace simt::exec::SIMT_ISA {

template <Kind kind>
bool prepare_local(Warp&, const Op*, u32 bytes, Access&);

bool prepare_param(Warp&, const Op*, u32 bytes, Access&);
// Always reports a fault, since a kernel cannot write its parameters.
bool prepare_param_store(Warp&, const Op*, u32 bytes, Access&);

}  // namespace simt::exec::SIMT_ISA
