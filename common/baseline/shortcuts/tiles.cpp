// Tiles: the loop over k is the outer one, around a tile of r that fits the registers. Each k brings a column of
// kRows lengths and a row of kColumns lengths, for kRows × kColumns relaxations. Neighbouring elements of a row form
// vectors. Compare with linear_reading.cpp, which reads two lengths for each relaxation.
#include <algorithm>
#include <limits>

#include "common/baseline/shortcuts/shortcuts.hpp"

namespace baseline::shortcuts {
namespace {

constexpr std::size_t kRows = 6;
constexpr std::size_t kColumns = 64;
constexpr std::size_t kDepth =
    512;  // ks at a time: their kColumns columns of d stay in the second-level cache

// Not std::min: the vector instruction returns its second operand if both are equal, and so does this.
inline float smaller(float a, float b) { return a < b ? a : b; }

// Relaxes height × width elements of r at (first_row, first_col) over first_k … last_k - 1.
template <bool kWhole>
void relax_tile(float* r, const float* d, std::size_t n, std::size_t first_row, std::size_t first_col,
                std::size_t first_k, std::size_t last_k) {
    const std::size_t height = kWhole ? kRows : std::min(kRows, n - first_row);
    const std::size_t width = kWhole ? kColumns : std::min(kColumns, n - first_col);
    float best[kRows][kColumns];
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) best[y][x] = r[(first_row + y) * n + first_col + x];
    }
    for (std::size_t k = first_k; k < last_k; ++k) {
        const float* row = d + k * n + first_col;
        for (std::size_t y = 0; y < height; ++y) {
            const float first_leg = d[(first_row + y) * n + k];
            for (std::size_t x = 0; x < width; ++x) best[y][x] = smaller(first_leg + row[x], best[y][x]);
        }
    }
    for (std::size_t y = 0; y < height; ++y) std::copy_n(best[y], width, r + (first_row + y) * n + first_col);
}

}  // namespace

void tiles(float* r, const float* d, std::size_t n) {
    std::fill_n(r, n * n, std::numeric_limits<float>::infinity());
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t first_col = 0; first_col < n; first_col += kColumns) {
        for (std::size_t first_k = 0; first_k < n; first_k += kDepth) {
            const std::size_t last_k = std::min(n, first_k + kDepth);
            for (std::size_t first_row = 0; first_row < n; first_row += kRows) {
                const bool whole = first_row + kRows <= n && first_col + kColumns <= n;
                (whole ? relax_tile<true> : relax_tile<false>)(r, d, n, first_row, first_col, first_k,
                                                               last_k);
            }
        }
    }
}

}  // namespace baseline::shortcuts
