// The least time that an H200 needs: a launch's bytes and instructions divided by the GPU's rates. A bound says how
// much an improvement could gain at best; it does not predict a time.
#pragma once

#include <string>
#include <vector>

#include "emulator/cost/counters.hpp"

namespace simt::report {

// Rates of an NVIDIA H200. bound_test.cpp compares them with their sources.
namespace machine {
constexpr double kMemoryClock = 3.201e9;  // cudaDevAttrMemoryClockRate
constexpr double kMemoryWires = 6016;     // cudaDevAttrGlobalMemoryBusWidth
constexpr double kTransfersPerCycle = 2;  // of each wire: double data rate
constexpr double kDramBytesPerSecond = kTransfersPerCycle * kMemoryClock * kMemoryWires / 8;
// The highest rate in emulator/test/hardware/results/sector_rates.csv: sectors that stores bring to the L2 cache.
constexpr double kStoredSectorsPerSecond = 145.7e9;
constexpr double kL2Bytes = 62914560;  // cudaDevAttrL2CacheSize
constexpr double kMultiprocessors = 132;
constexpr double kClock = 1.98e9;      // cudaDevAttrClockRate
constexpr double kIssuePerCycle = 4;   // warp instructions of a multiprocessor, one for each quarter of it
constexpr double kSharedPerCycle = 1;  // wavefronts of a multiprocessor
constexpr double kLoadsPerCycle = 1;   // global load requests of a multiprocessor, of at most
constexpr double kSectorsOfLoad = 4;   // sectors: 128 bytes come out of its first-level cache in a cycle
}  // namespace machine

struct Bound {
    std::string what;    // "67.1 MB of DRAM traffic"; * marks counts of PTX
    double seconds = 0;  // of one launch
};

// The bounds of one launch of `blocks` blocks, the largest first, without those that are 0. The counters are the sums
// over `launches` launches. If there are fewer blocks than multiprocessors, only that many multiprocessors work.
std::vector<Bound> bounds_of(const cost::Counters& counters, u64 launches, u64 blocks);

// The same if all multiprocessors share the work. A better kernel has better bounds of this kind in any grid.
std::vector<Bound> filled_bounds_of(const cost::Counters& counters, u64 launches);

// The largest of them, 0 if there is none.
double largest(const std::vector<Bound>& bounds);

// "at least 122 ns on an H200, for 524 kB of DRAM traffic; 64.6 ns for warp instructions*."; empty if nothing was counted. If
// some multiprocessors get no block: "at least 533 ns on an H200, for shared-memory wavefronts* on 60 of 132
// multiprocessors. On all of them 242 ns for shared-memory wavefronts*; …"
std::string bound_text(const cost::Counters& counters, u64 launches, u64 blocks);

// The rates behind the bounds, for the legend.
std::string rates_text();

}  // namespace simt::report
