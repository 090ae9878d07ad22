// The first half of an access to global memory (access.hpp).
#pragma once

#include "emulator/exec/ops/access.hpp"

namespace simt::exec::SIMT_ISA {

// kAround: the load of a cp.async.cg goes around the first-level cache and is counted differently.
template <Kind kind, bool kAround = false>
bool prepare_global(Warp&, const Op*, u32 bytes, Access&);

}  // namespace simt::exec::SIMT_ISA
