// Chapter 03: reduction, from many elements to one. The ladders share their rungs (ladder.cpp): sums of float and of
// int32 and, on request, sums, minima and maxima of other types and an operator of your own. Two more problems reuse
// every idea: a histogram of bytes and an inclusive scan of int32.
#include <vector>

#include "chapters/03-reduction/parts/ladders.hpp"

int main(int argc, char** argv) {
    std::vector<ladder::Ladder> all = ladders::reductions();
    for (const ladder::Ladder& ladder : ladders::histograms()) all.push_back(ladder);
    all.push_back(ladders::scan());
    return ladder::run(all, argc, argv);
}
