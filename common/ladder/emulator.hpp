// What the emulator knows about the launches of this program, for a program that may as well be running on a
// GPU.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ladder::emulator {

// Whether the CUDA runtime in this process is the emulator's.
bool present();

// Launches so far, and findings of all checks so far; 0 on a GPU. Both wait for the launches before them.
std::uint64_t launches();
std::uint64_t findings();

// The counters of the launches after number `before`, by the keys of simt --json. Counts are sums;
// active_lanes_pct is computed from sums, occupancy is the lowest, and registers and shared memory are the
// largest of any launch.
std::map<std::string, double> counters_since(std::uint64_t before);

}  // namespace ladder::emulator
