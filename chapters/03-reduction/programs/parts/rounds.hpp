// The trees of rungs 1, 2 and 3 in a block, one round at a time: the kernel ends after a given number of rounds, and
// the difference between two such launches is the cost of a round. Kirk and Hwu's figure 5.13 is kInterleaved, figure
// 5.15 kSequential.
#pragma once

#include <optional>
#include <vector>

namespace rounds {

enum class Tree { kInterleaved, kWithoutDivergence, kSequential };

// The work of one round. The emulator counts the last two members; they are empty on a GPU.
struct Round {
    unsigned additions = 0;
    std::optional<double> divergent_warps;
    std::optional<double> bank_conflicts;
};

struct Trace {
    std::vector<Round> rounds;
    int sum = 0;
};

// All rounds of a block of `threads` threads, a power of two up to 1024, that sums 0, 1, 2 ….
Trace trace(Tree tree, unsigned threads);

}  // namespace rounds
