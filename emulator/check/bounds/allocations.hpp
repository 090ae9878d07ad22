// Which allocation an access falls into.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Fills the cache entry's allocation for [first, last]; false if no live allocation holds both.
bool find_allocation(WarpState& state, AccessCache& cache, u64 first, u64 last);

}  // namespace simt::exec
