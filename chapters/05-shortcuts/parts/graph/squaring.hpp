// All pairs by repeated squaring: combining the shortest paths of at most two edges with themselves gives those of at
// most four, and so on. The result is complete when a round changes nothing, or when the number of edges has reached
// n - 1.
#pragma once

#include <cstddef>

#include "common/cuda/buffer.hpp"

namespace graph {

// d: n × n lengths on the device, 0 or less from a vertex to itself; receives the lengths of shortest paths. Returns
// the number of products. There must be no negative cycle.
int square_until_settled(gpu::Buffer<float>& d, std::size_t n);

}  // namespace graph
