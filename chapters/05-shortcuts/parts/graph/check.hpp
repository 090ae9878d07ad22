// Checks answers for all pairs against shortest paths computed from one vertex at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

// At most `most` vertices, spread over the map.
std::vector<std::uint32_t> sample(const Graph& graph, std::size_t most);

// The largest error allowed in an answer: 0 if all lengths are whole numbers and no path or part of one is longer
// than 2^24, up to which floats count; otherwise a bound on the rounding errors of adding up a path in floats.
double tolerance(const Graph& graph, const std::vector<double>& paths);

// all: n × n lengths. Empty if the rows of all `sources` are right, otherwise names the first wrong pair.
std::string defect(const Graph& graph, const std::vector<float>& all,
                   const std::vector<std::uint32_t>& sources);

}  // namespace graph
