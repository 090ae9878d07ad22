// All counters of a version's launches at once, from what common/cuda/counters.hpp gives one by one.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ladder {

// The counters of the launches after number `before`, by the keys of simt --json; empty on a GPU and where there was no
// launch. `launches` is how many; counts are sums; active_lanes_pct is computed from sums, occupancy is the lowest, and
// registers and shared memory are the largest of any launch.
std::map<std::string, double> counters_since(std::uint64_t before);

}  // namespace ladder
