// See choice.hpp.
#include "chapters/04-matmul/parts/choice.hpp"

#include <algorithm>

#include "common/cuda/device.hpp"

namespace divided_k {

// Rows, columns, slices of k, k's of a step, blocks on a multiprocessor; rate, alone, start.
const std::vector<Tile> kTiles = {
    {128, 256, 1, 8, 1, 0.82, 1, 4.9},    {128, 128, 1, 8, 2, 0.77, 1, 3.8},
    {64, 128, 4, 32, 1, 0.78, 1, 3.9},    {32, 64, 8, 64, 2, 0.69, 1.15, 3.3},
    {32, 32, 8, 64, 2, 0.475, 1.15, 2.6},
};

// The number of tiles that cover `extent`.
static std::size_t tiles_for(std::size_t extent, std::size_t tile) { return (extent + tile - 1) / tile; }

// region: expected
double expected_us(std::size_t m, std::size_t n, std::size_t k, std::size_t tile, unsigned parts,
                   unsigned multiprocessors) {
    constexpr double kPerUs = 128 * 1980.0;  // multiply-adds of a multiprocessor
    constexpr double kLaunch = 2;
    constexpr double kSecondPass = 4.3;
    constexpr double kBytesPerUs = 8.9e6;  // of sheets, written and read again, mostly in the L2 cache
    const Tile& t = kTiles[tile];
    const std::size_t blocks = tiles_for(m, t.rows) * tiles_for(n, t.cols) * parts;
    const std::size_t most = tiles_for(blocks, multiprocessors);  // blocks that one multiprocessor has
    const std::size_t steps = tiles_for(tiles_for(k, t.depth), parts);
    const double of_a_block = static_cast<double>(t.rows) * t.cols * steps * t.depth / (kPerUs * t.rate) *
                              (most < t.blocks ? t.alone : 1);
    const double bytes = parts == 1 ? 0 : 2.0 * sizeof(float) * m * n * parts;
    return kLaunch + most * of_a_block + tiles_for(most, t.blocks) * t.start +
           (parts == 1 ? 0 : kSecondPass + bytes / kBytesPerUs);
}
// end region

Choice choose(std::size_t m, std::size_t n, std::size_t k, unsigned multiprocessors) {
    constexpr std::size_t kMostParts = 128;
    constexpr std::size_t kMostRounds =
        4;  // with enough blocks to fill the GPU this many times, parts gain nothing
    Choice best = {0, 1, expected_us(m, n, k, 0, 1, multiprocessors)};
    for (std::size_t tile = 0; tile < kTiles.size(); ++tile) {
        const Tile& t = kTiles[tile];
        const std::size_t tiles = tiles_for(m, t.rows) * tiles_for(n, t.cols);
        const std::size_t most =
            std::min({kMostParts, kMostRounds * t.blocks * multiprocessors / std::max(tiles, std::size_t{1}),
                      tiles_for(k, t.depth)});
        for (unsigned parts = 1; parts <= std::max(most, std::size_t{1}); ++parts) {
            const double us = expected_us(m, n, k, tile, parts, multiprocessors);
            if (us < best.expected_us) best = {tile, parts, us};
        }
    }
    return best;
}

void multiply(const Gemm& gemm) {
    const Choice choice = choose(gemm.m, gemm.n, gemm.k, gpu::multiprocessors());
    multiply(gemm, choice.tile, choice.parts);
}

}  // namespace divided_k
