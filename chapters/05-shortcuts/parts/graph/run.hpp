// The program's --graph and --city: all pairs of a map on the device, by two methods, checked.
#pragma once

#include <string>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

// Prints what it finds. Returns the exit code: 0; 1 where an answer is wrong, or where the map has a negative cycle, which is named.
int run(const Graph& graph, const std::string& name);

}  // namespace graph
