// One, two or four tiles of C for each block of 16 × 16 threads: thread granularity (Kirk and Hwu, §5.5, Figure 5.17,
// exercise 5.10). With one tile it is their tiled kernel (Figure 5.6).
//
// Blocks whose tiles lie side by side load the same tiles of A. A block with several such tiles loads A's once: of 4
// tiles loaded for two tiles of C it saves one, of 8 for four tiles three. The price is registers and shared memory
// for each tile, and fewer blocks. Compare with rung 4, which has one tile, and rung 9, which makes the tile itself
// wider.
#pragma once

#include "common/cuda/gemm.hpp"

namespace tiles_per_block {

constexpr unsigned kTile = 16;  // TILE_WIDTH in the book; a block has kTile × kTile threads

// kTiles is 1, 2 or 4; the block's tiles lie side by side.
template <unsigned kTiles>
void multiply(const Gemm& gemm);

}  // namespace tiles_per_block
