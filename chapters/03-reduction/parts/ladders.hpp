// The ladders of this chapter, and their shared functions. main.cpp runs them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "common/ladder/ladder.hpp"

namespace ladders {

// Sums of float and of int32, which run by default; on request sums, minima and maxima of all types, and the operator
// of own_operator.hpp.
std::vector<ladder::Ladder> reductions();
// Histograms of random bytes and, on request, of equal bytes, which all need the same counter.
std::vector<ladder::Ladder> histograms();
ladder::Ladder scan();

// The counts that show how threads cooperate: active lanes, divergence and barriers, the cost of shared memory.
std::vector<ladder::CountColumn> columns();
std::vector<ladder::CountBars> bars();

// Scratch memory that a version keeps from call to call, initially zero: the cost of allocating it is not part of a
// reduction.
std::function<void*(std::size_t)> scratch_of(std::size_t (*bytes_for)(std::size_t));

}  // namespace ladders
