// The function of exercise 05.8, and the sizes that its stub and its check share.
#pragma once

#include <cstddef>

constexpr unsigned kTile = 16;  // rows and columns of a block's tile, and values of k in a slab
constexpr unsigned kParts = 4;  // blocks that share a tile

// r[i][j] = the smallest d[i][k] + d[k][j] over all k, and via[i][j] = the smallest k that gives it, for n vertices, at least one.
// Lengths are 0 or more; a missing edge is infinitely long. Where all sums are infinite, via is -1. r, via and d are n × n, row after
// row. `scratch` has n × n numbers of 64 bits for you; what they hold at first is not defined. All of it is on the device.
void stops(float* r, int* via, const float* d, std::size_t n, unsigned long long* scratch);
