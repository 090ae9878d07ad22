// All pairs by repeated squaring: the best paths of at most two edges, put together with themselves, are those of at most four.
// After a round whose result is the one before, or after as many as double 1 to n - 1 or more, no path is missing.
#pragma once

#include <cstddef>

#include "common/cuda/buffer.hpp"

namespace graph {

// d: n × n lengths on the device, 0 or less from a vertex to itself; becomes the lengths of shortest paths. Returns how many
// products it took. There must be no negative cycle.
int square_until_settled(gpu::Buffer<float>& d, std::size_t n);

}  // namespace graph
