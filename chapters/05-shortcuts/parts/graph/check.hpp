// Answers for all pairs against paths computed one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

// At most `most` vertices, spread over the map.
std::vector<std::uint32_t> sample(const Graph& graph, std::size_t most);

// How far an answer may be from the exact one: 0 where all lengths are whole numbers and no path nor any part of one is longer than
// floats count, 2^24; otherwise what adding up a path in floats may round away.
double tolerance(const Graph& graph, const std::vector<double>& paths);

// all: n × n lengths. Empty if the rows of all `sources` are right, otherwise the first pair that is not.
std::string defect(const Graph& graph, const std::vector<float>& all,
                   const std::vector<std::uint32_t>& sources);

}  // namespace graph
