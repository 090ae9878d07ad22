// The function of exercise 04.12, and the sizes that its stub and its check share.
#pragma once

#include <cstddef>

constexpr unsigned kCols = 16;   // columns of A; the result is kCols x kCols
constexpr unsigned kParts = 64;  // blocks that share the product

// g[i][j] = the sum over all k of a[k][i] * a[k][j]. A has `rows` rows of kCols floats, at least one; g and A are stored row after row. `sheets`
// has room for kParts results, which are yours; what they hold at first is not defined. All of it is on the device.
void gram(float* g, const float* a, std::size_t rows, float* sheets);
