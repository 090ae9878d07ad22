// The decisions before rung 14 is launched: the tile of a block, and among how many blocks the k of which tiles is divided.
// Host code only, for the ladder, the program that prints the choice (programs/choices.cpp), the search that measures
// all choices (programs/tune.cpp) and tests.
#pragma once

#include <cstddef>
#include <vector>

#include "common/cuda/gemm.hpp"

namespace divided_k {

// A tile of C for a block of 8 warps; the numbers are those of 14_divided_k.cu.
struct Tile {
    unsigned rows, cols;
    unsigned slices;  // parts of k among which the block's warps are divided
    unsigned depth;   // k's of a step
    unsigned blocks;  // resident on a multiprocessor
    // Measured on an H200 (programs/tune.cpp). rate: the share of a multiprocessor's 128 multiply-adds a cycle that
    // its blocks reach in their loops. alone: how many times longer a block takes if it is alone where two would fit.
    // start: the microseconds that a block spends before and after its loop.
    double rate;
    double rate_unaligned;  // the same if the matrices are not aligned (Problem)
    double alone;
    double start;
};
extern const std::vector<Tile> kTiles;

// What the choice depends on. aligned: four floats of a row of B or of C are moved at once, since all rows are made of whole float4
// (common/cuda/four.cuh).
struct Problem {
    std::size_t m, n, k;
    bool aligned;
};

// The problem of matrices whose rows have no gaps.
inline Problem packed(std::size_t m, std::size_t n, std::size_t k) { return {m, n, k, n % 4 == 0}; }

struct Choice {
    std::size_t tile;    // of kTiles
    unsigned parts;      // of k, one for each block of a tile; or kLastRound
    double expected_us;  // the expected time
};

// For `parts`: only the tiles of the last round have their k divided. A round is as many blocks as the device has room
// for. What is left after all full rounds, each block with a tile of its own, a round of blocks shares evenly.
constexpr unsigned kLastRound = 0;

// The tiles that a last round has, of `tiles`: 0 if all rounds are full.
std::size_t in_last_round(std::size_t tiles, std::size_t tile, unsigned multiprocessors);

// The expected time of a product in microseconds: of the multiprocessor with the most blocks, and of the second pass.
double expected_us(const Problem& problem, std::size_t tile, unsigned parts, unsigned multiprocessors);

// The tile and the number of parts with the shortest expected time.
Choice choose(const Problem& problem, unsigned multiprocessors);

// In 14_divided_k.cu, which explains it: C = alpha * A * B + beta * C with a given tile of kTiles and number of
// parts or kLastRound.
void multiply(const Gemm& gemm, std::size_t tile, unsigned parts);

// The same with the result of choose() for the device.
void multiply(const Gemm& gemm);

}  // namespace divided_k
