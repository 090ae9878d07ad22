// The tiles of the rungs from the fifth on, and what these rungs call of each other.
//
// The kernel is a template in warp_tiled.cuh. Rungs 6 and 7 launch rung 5's kernel too, where a length is negative; each of them is
// compiled once, with the rung that is named here, and `extern template` keeps the others from compiling it again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chapters/05-shortcuts/forms.cuh"
#include "chapters/05-shortcuts/warp_tiled.cuh"

namespace double_buffered {

// The fastest of those that programs/tune.cu tries on an H200: block, warp, lane, ks in a slab, slabs, resident blocks.
using Shape = warp_tiled::Shape<128, 128, 64, 64, 16, 8, 8, 2, 2>;
constexpr std::size_t kTile = 128;
static_assert(kTile % Shape::kBlockRows == 0 && kTile % Shape::kBlockCols == 0 && kTile % Shape::kDepth == 0,
              "the padded matrices are whole tiles");

std::size_t scratch_bytes(std::size_t n);

}  // namespace double_buffered

namespace three_input_minimum {

using double_buffered::kTile;
using double_buffered::Shape;

std::size_t scratch_bytes(std::size_t n);
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);

}  // namespace three_input_minimum

namespace enough_blocks {

using double_buffered::kTile;
using LargeTiles = double_buffered::Shape;
using SmallTiles = warp_tiled::Shape<64, 64, 32, 64, 8, 8, 8, 2, 6>;
static_assert(kTile % SmallTiles::kBlockRows == 0 && SmallTiles::kBlockRows == SmallTiles::kBlockCols,
              "the padded matrices are whole small tiles");

}  // namespace enough_blocks

namespace integers::add_and_minimum {

std::size_t scratch_bytes(std::size_t n);

// As shortcuts(), but does nothing where *turn is not `mine`. turn may be nullptr.
void shortcuts_in_turn(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch,
                       const unsigned* turn, unsigned mine);

}  // namespace integers::add_and_minimum

namespace warp_tiled {

// In 5_double_buffered.cu, 6_three_input_minimum.cu and 7_enough_blocks.cu.
extern template void shortcuts_in_pieces<forms::Fminf, double_buffered::Shape, Keep::kNew>(
    float* r, std::size_t n, std::size_t depth, const Factors<float>& factors, const unsigned* turn,
    unsigned mine);
extern template void shortcuts_in_pieces<forms::ThreeInput, double_buffered::Shape, Keep::kNew>(
    float* r, std::size_t n, std::size_t depth, const Factors<float>& factors, const unsigned* turn,
    unsigned mine);
extern template void shortcuts_in_pieces<forms::ThreeInput, enough_blocks::SmallTiles, Keep::kSmallerOfMany>(
    float* r, std::size_t n, std::size_t depth, const Factors<float>& factors, const unsigned* turn,
    unsigned mine);

}  // namespace warp_tiled
