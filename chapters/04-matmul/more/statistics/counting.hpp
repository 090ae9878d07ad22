// Counts the ladder's kernels as GPUs of three generations would, by running them on the emulator.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "chapters/04-matmul/more/statistics/formula.hpp"
#include "chapters/04-matmul/more/statistics/printed_rows.hpp"

namespace statistics {

inline const std::vector<std::string> kModels = {"cc1.3", "cc2.0", "cc9.0"};

// The use of shared memory: the accesses to all banks that a warp's request takes.
struct SharedCost {
    double per_load = 0, per_store = 0;
};

// The counts of a kernel in blocks of (x, y), by model. Kernels: "GPU1" to "GPU8", "sgemm", and two rungs that are
// not the book's, "transposed_tile", and "bank_conflict_free" with rows of 18 words. Throws std::runtime_error on a
// GPU, which cannot count this, and for another name.
struct Counted {
    std::map<std::string, Row> row;
    std::map<std::string, SharedCost> shared;
};
Counted count(const std::string& kernel, unsigned x, unsigned y);

}  // namespace statistics
