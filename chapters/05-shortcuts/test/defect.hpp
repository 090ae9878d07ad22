// One run of a rung, for tests: random edges, and a description of errors in the result.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/ladder.hpp"

namespace shortcuts {

enum class Edges { All, Missing, Negative };

std::vector<float> random_edges(std::size_t n, Edges kind);

// Runs the rung on d, with both matrices `offset` elements after the beginning of their allocations, and describes
// what is wrong with r; empty if nothing is.
std::string defect(const rungs::Rung& rung, std::size_t n, const std::vector<float>& d,
                   std::size_t offset = 0);

}  // namespace shortcuts
