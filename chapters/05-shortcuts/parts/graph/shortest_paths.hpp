// Shortest paths from one vertex at a time, the textbook's way, on the CPU and in double: what all-pairs answers are checked
// with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

bool has_negative_edge(const Graph& graph);

// From `source` to every vertex; infinite where no path leads. Dijkstra's algorithm where no edge is negative, otherwise Bellman
// and Ford's; there must be no negative cycle.
std::vector<double> paths_from(const Graph& graph, std::uint32_t source);

// The vertices of a cycle whose edges add up to less than zero, in order: whoever goes around it again has a shorter path, so that
// there is no shortest. Empty where there is none.
std::vector<std::uint32_t> negative_cycle(const Graph& graph);

// What the edges of that cycle add up to.
double length_of(const Graph& graph, const std::vector<std::uint32_t>& cycle);

// "3 → 1 → 2 → 3", counted from 1 as files do.
std::string to_string(const std::vector<std::uint32_t>& cycle);

}  // namespace graph
