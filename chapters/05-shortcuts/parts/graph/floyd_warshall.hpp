// All pairs by Floyd and Warshall, in blocks. Their loop over k allows one more vertex on paths each time; it needs n
// successive rounds, each too small for a GPU. In blocks of 32 vertices a round allows 32 more, in three launches:
// first the tile of these vertices with themselves; then the tiles beside and below it, which need that tile; then
// all others, each of which needs one tile of either kind and is a small min-plus product. n³ relaxations in all,
// where repeated squaring takes n³ for each product.
#pragma once

#include <cstddef>

#include "common/cuda/buffer.hpp"

namespace graph {

// Like square_until_settled. Returns the number of rounds, of three launches each.
int floyd_warshall(gpu::Buffer<float>& d, std::size_t n);

}  // namespace graph
