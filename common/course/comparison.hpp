// What a solution costs beside the reference solution.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace course {

// One count of both, over all launches that the exercise's tests make.
struct Cost {
    std::string name;  // "sectors", one word
    std::uint64_t own = 0, reference = 0;
};

// Counters by the keys of simt --json.
using Counts = std::map<std::string, double>;

// The counts that a learner can influence, without those that are 0 in both: sectors and DRAM bytes of global memory,
// wavefronts of shared memory, atomics, warp instructions, barriers.
std::vector<Cost> compared(const Counts& own, const Counts& reference);

// "1.50 sectors, 0.97 instructions": the ratios to the reference's counts where they differ (the count where the reference
// has none); "the same counts" if none differs; empty for no costs.
std::string differences(const std::vector<Cost>& costs);

// A table of them.
std::string text_of(const std::vector<Cost>& costs);

}  // namespace course
