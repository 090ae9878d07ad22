// Double-buffered, in tiles for warps: while the block computes with one slab, asynchronous copies bring the next one to the
// other half of shared memory, past the registers; one barrier a slab is left of two. A block has a tile of 128 × 128, a warp of
// 64 × 64, a lane 16 × 8 of it, and lanes stand so that two neighbours read the same row or the same column: an access of 16 bytes a lane takes two
// wavefronts. The kernel is in warp_tiled.cuh. Compare with 4_bank_conflict_free.cu.
//
// Predicted: half of rung 4's loads from global memory (a tile of twice the side does twice as much with each length), no loads
// through registers at all, one barrier a slab, and 2 wavefronts for each shared load.
#include <cstddef>

#include "chapters/05-shortcuts/padding/padded.hpp"
#include "chapters/05-shortcuts/tiles.cuh"

namespace double_buffered {

std::size_t scratch_bytes(std::size_t n) {
    return padding::elements(padding::padded(n, kTile)) * sizeof(float);
}

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = padding::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    padding::tiled::pad(d_and_t, d, n, nn);
    // region: launch
    const warp_tiled::Factors<float> factors{d_and_t + nn * nn, nn, d_and_t, nn};
    warp_tiled::shortcuts<forms::Fminf, Shape>(r, n, factors);
    // end region
}

}  // namespace double_buffered

template void warp_tiled::shortcuts_in_pieces<forms::Fminf, double_buffered::Shape, warp_tiled::Keep::kNew>(
    float*, std::size_t, std::size_t, const Factors<float>&, const unsigned*, unsigned);
