// See transpose.hpp.
#include "common/baseline/transpose.hpp"

#include <algorithm>

namespace baseline {

void transpose_serial(float* out, const float* in, std::size_t rows, std::size_t cols) {
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
    }
}

void transpose_openmp(float* out, const float* in, std::size_t rows, std::size_t cols) {
#pragma omp parallel for
    for (std::size_t col = 0; col < cols; ++col) {
        for (std::size_t row = 0; row < rows; ++row) out[col * rows + row] = in[row * cols + col];
    }
}

namespace {

constexpr std::size_t kTile = 32;  // two cache lines of 64 bytes in each row; the buffer is 4 KiB

// Moves the tile whose first element is (first_row, first_col). Copying straight from `in` to `out` would need all
// lines of the tile's columns at once; if rows are a power of two apart, these lines compete for the same few cache
// sets.
void transpose_tile(float* out, const float* in, std::size_t rows, std::size_t cols, std::size_t first_row,
                    std::size_t first_col) {
    float turned[kTile][kTile];
    const std::size_t height = std::min(kTile, rows - first_row);
    const std::size_t width = std::min(kTile, cols - first_col);
    for (std::size_t y = 0; y < height; ++y) {
        const float* source = in + (first_row + y) * cols + first_col;
        for (std::size_t x = 0; x < width; ++x) turned[x][y] = source[x];
    }
    for (std::size_t x = 0; x < width; ++x) {
        std::copy_n(turned[x], height, out + (first_col + x) * rows + first_row);
    }
}

}  // namespace

void transpose_cache_blocked(float* out, const float* in, std::size_t rows, std::size_t cols) {
#pragma omp parallel for collapse(2)
    for (std::size_t first_col = 0; first_col < cols; first_col += kTile) {
        for (std::size_t first_row = 0; first_row < rows; first_row += kTile) {
            transpose_tile(out, in, rows, cols, first_row, first_col);
        }
    }
}

}  // namespace baseline
