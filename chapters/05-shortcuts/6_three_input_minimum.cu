// Three-input minimum: sm_90 has an instruction that takes the smallest of three integers, and none for floats. Bits of floats
// that are not negative, read as integers, are in the order of the floats (order_test.cpp looks at all 2^31 of them), so that it
// does what two float minima do: three instructions for two relaxations where rung 5 takes four, and ternary operators six.
//
// Where a length is negative the order is another. A kernel looks at the data first; of the two kernels launched after it, one
// with this minimum and one with rung 5's, the one that is not wanted returns at once. Compare with 5_double_buffered.cu.
//
// Predicted: rung 5's counts, and n² lengths read once more.
#include <cstddef>

#include "chapters/05-shortcuts/padding/padded.hpp"
#include "chapters/05-shortcuts/range.hpp"
#include "chapters/05-shortcuts/tiles.cuh"

namespace three_input_minimum {

// The padded buffer, and 16 bytes for the answer.
std::size_t scratch_bytes(std::size_t n) { return double_buffered::scratch_bytes(n) + 16; }

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = padding::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    // region: launch
    unsigned* const answer = reinterpret_cast<unsigned*>(d_and_t + padding::elements(nn));
    range::check(answer, d, n * n, range::NotNegative{});
    padding::tiled::pad(d_and_t, d, n, nn);
    const warp_tiled::Factors<float> factors{d_and_t + nn * nn, nn, d_and_t, nn};
    warp_tiled::shortcuts<forms::ThreeInput, Shape>(r, n, factors, answer, range::kAllInside);
    warp_tiled::shortcuts<forms::Fminf, Shape>(r, n, factors, answer, range::kSomeOutside);
    // end region
}

}  // namespace three_input_minimum

template void warp_tiled::shortcuts_in_pieces<forms::ThreeInput, double_buffered::Shape,
                                              warp_tiled::Keep::kNew>(float*, std::size_t, std::size_t,
                                                                      const Factors<float>&, const unsigned*,
                                                                      unsigned);
