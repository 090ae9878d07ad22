// One instruction adds and takes the minimum (DPX, __viaddmin_s32): a relaxation with integers is a single VIADDMNMX. The tiles
// are those of the floats' rung 5. Compare with 2_three_input_minimum.cu.
//
// Predicted: half the instructions of floats. The unit that executes it takes 16 lanes a clock, as for every minimum, so that it is
// not twice as fast.
#include <cstddef>
#include <cstdint>

#include "chapters/05-shortcuts/padding/padded.hpp"
#include "chapters/05-shortcuts/tiles.cuh"

namespace integers::add_and_minimum {

using double_buffered::kTile;
using double_buffered::Shape;

std::size_t scratch_bytes(std::size_t n) {
    return padding::elements(padding::padded(n, kTile)) * sizeof(std::int32_t);
}

void shortcuts_in_turn(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch,
                       const unsigned* turn, unsigned mine) {
    if (n == 0) return;
    const std::size_t nn = padding::padded(n, kTile);
    std::int32_t* const d_and_t = static_cast<std::int32_t*>(scratch);
    padding::tiled::pad(d_and_t, d, n, nn, forms::kNoRoad32, turn, mine);
    const warp_tiled::Factors<std::int32_t> factors{d_and_t + nn * nn, nn, d_and_t, nn};
    warp_tiled::shortcuts<forms::AddMin, Shape>(r, n, factors, turn, mine);
}

// Arguments as in 0_naive.cu; scratch as in the floats' rung 5.
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch) {
    shortcuts_in_turn(r, d, n, scratch, nullptr, 0);
}

}  // namespace integers::add_and_minimum
