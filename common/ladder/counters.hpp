// All counters of a version's launches together; common/cuda/counters.hpp reads them one by one.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ladder {

// The counters of the launches after number `before`, by the keys of simt --json; empty on a GPU and if there was no
// launch. `launches` is the number of launches. Counts are sums, longest_warp too, and active_lanes_pct is computed from sums;
// occupancy is the lowest of any launch, registers and shared memory the largest; block_shared is the largest sum of static and
// dynamic shared memory.
std::map<std::string, double> counters_since(std::uint64_t before);

}  // namespace ladder
