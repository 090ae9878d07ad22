// See pack.hpp.
#include "common/baseline/multiply/pack.hpp"

#include <algorithm>

namespace baseline::multiply {

void pack_rows(float* out, const float* a, std::size_t lda, std::size_t rows, std::size_t steps) {
    // A cache line of each row at a time; the one four lines ahead is asked for, since a CPU that sees several rows in turn
    // does not always guess it.
    constexpr std::size_t kLine = 16;
    constexpr std::size_t kAhead = 4 * kLine;
    for (std::size_t first = 0; first < steps; first += kLine) {
        const std::size_t end = std::min(steps, first + kLine);
        if (first + kAhead < steps) {
            for (std::size_t row = 0; row < rows; ++row) __builtin_prefetch(a + row * lda + first + kAhead);
        }
        for (std::size_t step = first; step < end; ++step) {
            for (std::size_t row = 0; row < rows; ++row) out[step * rows + row] = a[row * lda + step];
        }
    }
}

void pack_columns(float* out, std::size_t panel_size, const float* b, std::size_t ldb, std::size_t cols,
                  std::size_t width, std::size_t steps) {
    for (std::size_t first = 0; first < cols; first += width, out += panel_size) {
        const std::size_t there = std::min(width, cols - first);
        for (std::size_t step = 0; step < steps; ++step) {
            float* const line = out + step * width;
            std::copy_n(b + step * ldb + first, there, line);
            std::fill(line + there, line + width, 0.0f);
        }
    }
}

}  // namespace baseline::multiply
