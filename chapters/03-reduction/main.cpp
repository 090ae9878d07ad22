// Chapter 03: reduction, many elements to one. Ladders of the same rungs, sums of float and of int32 and, on request, sums,
// minima and maxima of other types and an operator of your own:
//
//   1 interleaved                     a tree in a block: 191 divergent branches for 1024 elements
//   2 interleaved_without_divergence  the same additions by neighbouring threads: 5, but bank conflicts
//   3 sequential                      the stride shrinks: no conflicts
//   4 first_add_while_loading         no thread without an addition: half the blocks
//   5 shuffles                        the last 32 values go through registers: half the barriers
//   6 register_blocked                many elements a thread, 16 bytes at a time: memory decides
//   7 single_launch                   the block that finishes last does the rest
//   8 deterministic                   the order follows from n alone: the same bits on any GPU
//   9 overlapped                      the next call begins before this one has ended: small arrays
//
// and two problems that reuse every idea: a histogram of bytes (1 atomics, 2 privatised, 3 packs, 4 replicated) and an
// inclusive scan of int32 (1 three phases, 2 single pass, 3 words).
#include <vector>

#include "chapters/03-reduction/ladders/ladders.hpp"

int main(int argc, char** argv) {
    std::vector<ladder::Ladder> all = ladders::reductions();
    for (const ladder::Ladder& ladder : ladders::histograms()) all.push_back(ladder);
    all.push_back(ladders::scan());
    return ladder::run(all, argc, argv);
}
