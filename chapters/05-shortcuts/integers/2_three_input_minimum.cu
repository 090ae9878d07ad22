// The three-input minimum for integers: two additions, made on the units that multiply, and one minimum. Compare with
// 1_add_and_minimum.cu, which has two instructions where this has three, and with the floats' rung 6.
//
// Predicted: more instructions than rung 1 and no fewer clocks in the unit for minima. A rung that does not pay, as the roofs of
// both say before one builds it.
#include <cstddef>
#include <cstdint>

#include "chapters/05-shortcuts/padding/padded.hpp"
#include "chapters/05-shortcuts/tiles.cuh"

namespace integers::three_input_minimum {

using double_buffered::kTile;
using double_buffered::Shape;

std::size_t scratch_bytes(std::size_t n) {
    return padding::elements(padding::padded(n, kTile)) * sizeof(std::int32_t);
}

// Arguments as in 0_naive.cu.
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = padding::padded(n, kTile);
    std::int32_t* const d_and_t = static_cast<std::int32_t*>(scratch);
    padding::tiled::pad(d_and_t, d, n, nn, forms::kNoRoad32);
    const warp_tiled::Factors<std::int32_t> factors{d_and_t + nn * nn, nn, d_and_t, nn};
    warp_tiled::shortcuts<forms::AddPairs, Shape>(r, n, factors);
}

}  // namespace integers::three_input_minimum
