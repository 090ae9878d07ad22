// The ladders of this chapter, and what they share. main.cpp runs them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "common/ladder/ladder.hpp"

namespace ladders {

// Sums of float and of int32, which run without being asked for; on request sums, minima and maxima of all types, and the
// operator of own_operator.hpp.
std::vector<ladder::Ladder> reductions();
// Of random bytes, and on request of equal ones, which all want the same counter.
std::vector<ladder::Ladder> histograms();
ladder::Ladder scan();

// What shows how threads work together: how many lanes work, where warps part and wait, what shared memory costs.
std::vector<ladder::CountColumn> columns();

// Scratch that a version keeps from call to call, zero when it is new: what it costs to allocate is no part of a reduction.
std::function<void*(std::size_t)> scratch_of(std::size_t (*bytes_for)(std::size_t));

}  // namespace ladders
