// Shortest paths from one vertex at a time by textbook algorithms, on the CPU and in double: the reference for
// all-pairs answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

bool has_negative_edge(const Graph& graph);

// From `source` to every vertex; infinite if no path leads there. Dijkstra's algorithm if no edge is negative,
// otherwise Bellman and Ford's; there must be no negative cycle.
std::vector<double> paths_from(const Graph& graph, std::uint32_t source);

// The vertices of a cycle of negative length, in order: going around it again always gives a shorter path, so that
// there is no shortest one. Empty if there is none.
std::vector<std::uint32_t> negative_cycle(const Graph& graph);

// The sum of the lengths of the cycle's edges.
double length_of(const Graph& graph, const std::vector<std::uint32_t>& cycle);

// "3 → 1 → 2 → 3", counted from 1 as files do.
std::string to_string(const std::vector<std::uint32_t>& cycle);

}  // namespace graph
