// One warp's access in words: how its lanes lie, its cost, the least cost for the same bytes.
#pragma once

#include <string>

#include "emulator/cost/counters.hpp"

namespace simt::report {

// The fewest sectors (global) or wavefronts (shared) for the same bytes. With 16 bytes a lane, a wavefront serves half a
// warp at most.
u32 units_that_would_do(const cost::AccessPattern& pattern, bool shared);

// With the cost: "32 lanes, stride 8192 B: 32 sectors, 4 would do", "32 lanes, stride 128 B: bank 0 serves all, 32
// wavefronts, 1 would do".
std::string pattern_text(const cost::AccessPattern& pattern, bool shared);

}  // namespace simt::report
