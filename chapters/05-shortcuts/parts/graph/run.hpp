// The program's --graph and --city: computes the shortest paths of all pairs of a map on the device, by two methods,
// and checks them.
#pragma once

#include <string>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

// Prints the results. Returns the exit code: 0; 1 if an answer is wrong, or if the map has a negative cycle, which it
// names.
int run(const Graph& graph, const std::string& name);

}  // namespace graph
