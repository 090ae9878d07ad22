// Runs versions, checks their results, and finds what they cost: time on a GPU or CPU, counts on the emulator.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/result.hpp"
#include "common/ladder/workspace.hpp"

namespace ladder {

struct Plan {
    int repeats = 0;         // timed runs of each version on the device
    int fewest_on_host = 3;  // rounds of each version for the CPU, which may take more (kEnough)
    std::uint64_t seed = 0;  // of the inputs of the first check; the timed runs have others
    std::string part = {};   // for the progress line, if this is a part of more: "size 2 of 16, "
};

// Runs every version of `versions` that is not skipped. The first run writes to a poisoned output, which is compared
// with the reference. Except on the emulator, the version is then timed on new inputs, and the output of the last
// timed run is compared again. Each version has one row.
void measure(const Problem& problem, const std::vector<Version>& versions, const Plan& plan,
             Workspace& workspace, Result& result);

// The same for a loop over launches and, for versions that have one, a loop inside the kernel: two rows a version.
// Counts on the emulator, times per repeat on a GPU.
void measure_loops(const Problem& problem, const std::vector<Version>& versions, const Plan& plan,
                   Workspace& workspace, Result& result);

}  // namespace ladder
