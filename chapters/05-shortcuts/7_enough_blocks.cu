// Enough blocks: with 1000 places there are 64 tiles of 128 × 128 for the 132 multiprocessors of an H200, and half of it has nothing
// to do; with 1500 there are 144, so that twelve multiprocessors have two and all others wait for them. Where large tiles leave so much
// idle, tiles are of 64 × 64 here, and the values of k are divided among four blocks too: each finds the best journeys over its own ks.
// They put them together in r by atomicMin on the floats' bits, which are in the floats' order: what rung 6 rests on serves a second
// time. r begins as no roads at all. Compare with 6_three_input_minimum.cu, which it is where large tiles come out even.
//
// Predicted: at 1000 places and 132 multiprocessors 1024 blocks of 2 warps in place of 64 of 4, half as fast again as rung 6 or more;
// at 6300 nothing changes.
#include <algorithm>
#include <cstddef>

#include "chapters/05-shortcuts/padding/padded.hpp"
#include "chapters/05-shortcuts/range.hpp"
#include "chapters/05-shortcuts/rungs.hpp"
#include "chapters/05-shortcuts/tiles.cuh"

namespace enough_blocks {

constexpr std::size_t kPieces = 4;        // blocks that share a small tile's values of k
constexpr std::size_t kFewestDepth = 64;  // ks that a block is worth starting for

// Large tiles if all multiprocessors have something to do for nine tenths of the time that the one with most tiles takes.
Pieces pieces(std::size_t n, std::size_t multiprocessors) {
    // region: pieces
    const std::size_t tiles_across = (n + LargeTiles::kBlockRows - 1) / LargeTiles::kBlockRows;
    const std::size_t tiles = tiles_across * tiles_across;
    const std::size_t most = (tiles + multiprocessors - 1) / multiprocessors;  // of one multiprocessor
    if (10 * tiles >= 9 * most * multiprocessors) return {0, n};
    const std::size_t count = std::max<std::size_t>(1, std::min(kPieces, n / kFewestDepth));
    const std::size_t depth = padding::padded((n + count - 1) / count, SmallTiles::kDepth);
    return {static_cast<unsigned>((n + depth - 1) / depth), depth};
    // end region
}

static __global__ void no_roads_kernel(float* r, std::size_t count) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) r[i] = HUGE_VALF;
}

std::size_t scratch_bytes(std::size_t n) { return three_input_minimum::scratch_bytes(n); }

void shortcuts_for(std::size_t multiprocessors, float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const Pieces pieces = enough_blocks::pieces(n, multiprocessors);
    if (pieces.count == 0) return three_input_minimum::shortcuts(r, d, n, scratch);
    const std::size_t nn = padding::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    unsigned* const answer = reinterpret_cast<unsigned*>(d_and_t + padding::elements(nn));
    range::check(answer, d, n * n, range::NotNegative{});
    padding::tiled::pad(d_and_t, d, n, nn);
    constexpr unsigned kThreads = 256;
    const dim3 grid(static_cast<unsigned>((n * n + kThreads - 1) / kThreads));
    const dim3 block(kThreads);
    no_roads_kernel<<<grid, block>>>(r, n * n);
    CUDA_CHECK(cudaGetLastError());
    const warp_tiled::Factors<float> factors{d_and_t + nn * nn, nn, d_and_t, nn};
    warp_tiled::shortcuts_in_pieces<forms::ThreeInput, SmallTiles, warp_tiled::Keep::kSmallerOfMany>(
        r, n, pieces.depth, factors, answer, range::kAllInside);
    warp_tiled::shortcuts<forms::Fminf, LargeTiles>(r, n, factors, answer, range::kSomeOutside);
}

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    shortcuts_for(static_cast<std::size_t>(multiprocessors), r, d, n, scratch);
}

}  // namespace enough_blocks

template void warp_tiled::shortcuts_in_pieces<forms::ThreeInput, enough_blocks::SmallTiles,
                                              warp_tiled::Keep::kSmallerOfMany>(float*, std::size_t,
                                                                                std::size_t,
                                                                                const Factors<float>&,
                                                                                const unsigned*, unsigned);
