// What is decided before rung 14 is launched: the tile of a block, and among how many blocks k is divided. Host code alone, for the
// ladder, the program that prints the choice (programs/choices.cpp), the search that measures all of them (programs/tune.cpp) and tests.
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
    unsigned blocks;  // of these on a multiprocessor
    // Measured on an H200 (programs/tune.cpp): the part of a multiprocessor's 128 multiply-adds a cycle that its blocks reach
    // in their loops; how many times longer a block takes that is alone where there is room for two; and the microseconds that
    // a block spends before and after its loop.
    double rate;
    double alone;
    double start;
};
extern const std::vector<Tile> kTiles;

struct Choice {
    std::size_t tile;    // of kTiles
    unsigned parts;      // of k, one for each block of a tile
    double expected_us;  // how long it should take
};

// How long a product should take, in microseconds: the multiprocessor with the most blocks, and the second pass.
double expected_us(std::size_t m, std::size_t n, std::size_t k, std::size_t tile, unsigned parts,
                   unsigned multiprocessors);

// The tile and the parts with the shortest time expected.
Choice choose(std::size_t m, std::size_t n, std::size_t k, unsigned multiprocessors);

// In 14_divided_k.cu, which says more: C = alpha * A * B + beta * C with a tile, of kTiles, and parts of one's own.
void multiply(const Gemm& gemm, std::size_t tile, unsigned parts);

// The same with what choose() says for the device.
void multiply(const Gemm& gemm);

}  // namespace divided_k
