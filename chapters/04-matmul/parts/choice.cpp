// See choice.hpp.
#include "chapters/04-matmul/parts/choice.hpp"

#include <algorithm>
#include <cmath>

#include "common/cuda/device.hpp"
#include "common/cuda/four.cuh"

namespace divided_k {

// Rows, columns, slices of k, k's of a step, blocks on a multiprocessor; rate, rate_unaligned, alone, start.
const std::vector<Tile> kTiles = {
    {128, 256, 1, 8, 1, 0.82, 0.75, 1, 4.9},    {128, 128, 1, 8, 2, 0.77, 0.77, 1, 3.8},
    {64, 128, 4, 32, 1, 0.79, 0.72, 1, 3.9},    {32, 64, 8, 64, 2, 0.67, 0.6, 1.15, 3.3},
    {32, 32, 8, 64, 2, 0.475, 0.45, 1.15, 2.6},
};

// The number of tiles that cover `extent`.
static std::size_t tiles_for(std::size_t extent, std::size_t tile) { return (extent + tile - 1) / tile; }

std::size_t in_last_round(std::size_t tiles, std::size_t tile, unsigned multiprocessors) {
    return tiles % (std::size_t{multiprocessors} * kTiles[tile].blocks);
}

// region: expected
double expected_us(const Problem& problem, std::size_t tile, unsigned parts, unsigned multiprocessors) {
    const auto [m, n, k, aligned] = problem;
    constexpr double kPerUs = 128 * 1980.0;  // multiply-adds of a multiprocessor
    constexpr double kLaunch = 2;
    constexpr double kSecondPass = 4.3;
    constexpr double kBytesPerUs = 8.9e6;  // of sheets, written and read again, mostly in the L2 cache
    const Tile& t = kTiles[tile];
    const double elements = static_cast<double>(t.rows) * t.cols;
    const std::size_t tiles = tiles_for(m, t.rows) * tiles_for(n, t.cols);
    const std::size_t steps = tiles_for(k, t.depth);
    const double rate = aligned ? t.rate : t.rate_unaligned;
    const double step_us = elements * t.depth / (kPerUs * rate);  // of a block
    // The time of a multiprocessor with this many blocks, if each has this many steps.
    const auto blocks_us = [&](std::size_t blocks, double steps_of_each) {
        return blocks * steps_of_each * step_us * (blocks < t.blocks ? t.alone : 1) +
               tiles_for(blocks, t.blocks) * t.start;
    };
    double us = kLaunch;
    double sums = 0;  // floats in sheets
    if (parts == kLastRound) {
        const std::size_t round = std::size_t{multiprocessors} * t.blocks;
        const std::size_t last = in_last_round(tiles, tile, multiprocessors);
        us += blocks_us((tiles - last) / multiprocessors, steps);
        // A block has pieces of two tiles, so it starts twice.
        if (last > 0)
            us += blocks_us(t.blocks, std::ceil(static_cast<double>(last * steps) / round)) + t.start;
        if (last > 0) sums = elements * (round + last);
    } else {
        us += blocks_us(tiles_for(tiles * parts, multiprocessors),
                        static_cast<double>(tiles_for(steps, parts)));
        if (parts > 1) sums = static_cast<double>(m) * n * parts;
    }
    if (sums > 0) us += kSecondPass + 2 * sizeof(float) * sums / kBytesPerUs;
    return us;
}
// end region

Choice choose(const Problem& problem, unsigned multiprocessors) {
    const auto [m, n, k, aligned] = problem;
    constexpr std::size_t kMostParts = 128;
    constexpr std::size_t kMostRounds =
        4;  // with enough blocks to fill the GPU this many times, parts gain nothing
    Choice best = {0, 1, expected_us(problem, 0, 1, multiprocessors)};
    const auto consider = [&](std::size_t tile, unsigned parts) {
        const double us = expected_us(problem, tile, parts, multiprocessors);
        if (us < best.expected_us) best = {tile, parts, us};
    };
    for (std::size_t tile = 0; tile < kTiles.size(); ++tile) {
        const Tile& t = kTiles[tile];
        const std::size_t tiles = tiles_for(m, t.rows) * tiles_for(n, t.cols);
        const std::size_t most =
            std::min({kMostParts, kMostRounds * t.blocks * multiprocessors / std::max(tiles, std::size_t{1}),
                      tiles_for(k, t.depth)});
        for (unsigned parts = 1; parts <= std::max(most, std::size_t{1}); ++parts) consider(tile, parts);
        consider(tile, kLastRound);
    }
    return best;
}

void multiply(const Gemm& gemm) {
    const bool aligned =
        gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) && gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const Choice choice = choose({gemm.m, gemm.n, gemm.k, aligned}, gpu::multiprocessors());
    multiply(gemm, choice.tile, choice.parts);
}

}  // namespace divided_k
