// See pack.hpp.
#include "common/baseline/multiply/pack.hpp"

#include <algorithm>

namespace baseline::multiply {

namespace {

using Four [[gnu::vector_size(4 * sizeof(float))]] = float;
using Indices [[gnu::vector_size(4 * sizeof(int))]] = int;

// Transposes four rows of four elements: out[step * stride + row] = a[row * lda + step]. Element by element it would
// take sixteen loads and stores, and packing would take a visible part of a product's time.
void turn_four(float* out, std::size_t stride, const float* a, std::size_t lda) {
    Four row[4];
    for (std::size_t y = 0; y < 4; ++y) __builtin_memcpy(&row[y], a + y * lda, sizeof(Four));
    const Four low01 = __builtin_shuffle(row[0], row[1], Indices{0, 4, 1, 5});
    const Four low23 = __builtin_shuffle(row[2], row[3], Indices{0, 4, 1, 5});
    const Four high01 = __builtin_shuffle(row[0], row[1], Indices{2, 6, 3, 7});
    const Four high23 = __builtin_shuffle(row[2], row[3], Indices{2, 6, 3, 7});
    const Four turned[4] = {__builtin_shuffle(low01, low23, Indices{0, 1, 4, 5}),
                            __builtin_shuffle(low01, low23, Indices{2, 3, 6, 7}),
                            __builtin_shuffle(high01, high23, Indices{0, 1, 4, 5}),
                            __builtin_shuffle(high01, high23, Indices{2, 3, 6, 7})};
    for (std::size_t step = 0; step < 4; ++step)
        __builtin_memcpy(out + step * stride, &turned[step], sizeof(Four));
}

}  // namespace

void pack_rows(float* out, const float* a, std::size_t lda, std::size_t rows, std::size_t steps) {
    // One cache line of each row at a time. The line four lines ahead is prefetched, since a CPU that reads several
    // rows in turn does not always predict it.
    constexpr std::size_t kLine = 16;
    constexpr std::size_t kAhead = 4 * kLine;
    const std::size_t whole_steps = rows >= 4 ? steps / 4 * 4 : 0;
    for (std::size_t step = 0; step < whole_steps; step += 4) {
        if (step % kLine == 0 && step + kAhead < steps) {
            for (std::size_t row = 0; row < rows; ++row) __builtin_prefetch(a + row * lda + step + kAhead);
        }
        // The last four rows may overlap the four before them; the overlap is written twice.
        for (std::size_t row = 0; row < rows; row += 4) {
            const std::size_t first = std::min(row, rows - 4);
            turn_four(out + step * rows + first, rows, a + first * lda + step, lda);
        }
    }
    for (std::size_t step = whole_steps; step < steps; ++step) {
        for (std::size_t row = 0; row < rows; ++row) out[step * rows + row] = a[row * lda + step];
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
