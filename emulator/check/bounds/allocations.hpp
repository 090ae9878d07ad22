// Which allocation an access falls into.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// Fills the cache entry's allocation for [first, last]; false if no live allocation holds both.
bool find_allocation(const WorkerChecks& worker, AccessCache& cache, u64 first, u64 last);

}  // namespace simt::check
