// Runs versions and finds out whether they are right and what they cost: time on a GPU or CPU, counts on the
// emulator.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/result.hpp"
#include "common/ladder/workspace.hpp"

namespace ladder {

struct Plan {
    int repeats = 0;         // timed runs of each version on the device
    std::uint64_t seed = 0;  // of the inputs of the first check; the timed runs have others
};

// Runs every version of `versions` that is not skipped: once on a poisoned output, compared with the
// reference; then, except for what runs on the emulator, timed on new inputs, with the last timed run
// compared again. One row a version.
void measure(const Problem& problem, const std::vector<Version>& versions, const Plan& plan,
             Workspace& workspace, Result& result);

// The same for a loop over launches and, where a version has one, a loop inside the kernel: two rows a
// version. Counts on the emulator, times per repeat on a GPU.
void measure_loops(const Problem& problem, const std::vector<Version>& versions, const Plan& plan,
                   Workspace& workspace, Result& result);

}  // namespace ladder
