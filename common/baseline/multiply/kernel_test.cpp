// Tiles with every number of rows and columns, in the shapes of all kernels, on any CPU: all instruction sets share
// the kernels' source, which is compiled here for this machine, even if it lacks their instructions.
#include "common/baseline/multiply/kernel.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace {

using namespace baseline::multiply;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

const Kernel kLikePortable = kernel_of<MultiplyAdd, 4, 2>("4 lanes", std::make_integer_sequence<int, 6>());
const Kernel kLikeAvx2 = kernel_of<MultiplyAdd, 8, 2>("8 lanes", std::make_integer_sequence<int, 6>());
const Kernel kLikeAvx512 =
    kernel_of<MultiplyAdd, 16, 3, 16>("16 lanes", std::make_integer_sequence<int, 9>());

std::vector<const Kernel*> all_kernels() {
    std::vector<const Kernel*> kernels = runnable_kernels();
    kernels.insert(kernels.end(), {&kLikePortable, &kLikeAvx2, &kLikeAvx512});
    return kernels;
}

// The number of wrong elements in a C of rows x ldc, from packed panels or from an A and B with NaN after each row. The
// inputs are whole numbers, so that nothing is rounded. Four columns in place are a narrow tile's, if the kernel has them.
std::size_t wrong_elements(const Kernel& kernel, int rows, int cols, std::size_t k, float beta, bool packed) {
    const std::size_t lda = k + 2, ldb = cols + 1, ldc = kernel.cols + 3;
    const std::size_t a_row = packed ? 1 : lda, a_step = packed ? rows : 1,
                      b_step = packed ? kernel.cols : ldb;
    std::vector<float> a(packed ? k * rows : rows * lda, kNan), b(k * b_step, kNan), c(rows * ldc);
    for (std::size_t step = 0; step < k; ++step) {
        for (int row = 0; row < rows; ++row)
            a[row * a_row + step * a_step] = static_cast<float>((5 * row + step) % 7) - 3;
        for (int col = 0; col < cols; ++col)
            b[step * b_step + col] = static_cast<float>((3 * col + step) % 11) - 5;
    }
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<float>(i);
    if (beta == 0) {
        for (int row = 0; row < rows; ++row) {
            for (int col = 0; col < cols; ++col) c[row * ldc + col] = kNan;
        }
    }
    const bool narrow = !packed && cols == kNarrow && kernel.lanes > kNarrow;
    const TileFunction run = packed   ? kernel.packed[rows]
                             : narrow ? kernel.narrow[rows * kNarrow / kernel.lanes]
                                      : kernel.in_place[cols / kernel.lanes][rows];
    run({k, a.data(), lda, b.data(), ldb, 2, beta, c.data(), ldc, cols});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
        const std::size_t row = i / ldc, col = i % ldc;
        float expected = static_cast<float>(i);
        if (col < static_cast<std::size_t>(cols)) {
            float sum = 0;
            for (std::size_t step = 0; step < k; ++step)
                sum += a[row * a_row + step * a_step] * b[step * b_step + col];
            expected = 2 * sum + (beta == 0 ? 0 : beta * expected);
        }
        wrong += c[i] == expected ? 0 : 1;
    }
    return wrong;
}

}  // namespace

TEST_CASE("a tile of any number of rows and columns is right, and nothing beside it is written") {
    for (const Kernel* kernel : all_kernels()) {
        for (int rows = 1; rows <= kernel->rows; ++rows) {
            for (int cols = 1; cols <= kernel->cols; ++cols) {
                CAPTURE(kernel->name);
                CAPTURE(rows);
                CAPTURE(cols);
                CHECK(wrong_elements(*kernel, rows, cols, 9, 0, true) == 0);
                CHECK(wrong_elements(*kernel, rows, cols, 4, 3, true) == 0);
            }
        }
    }
}

TEST_CASE(
    "in place a tile of any number of rows and vectors is right, and nothing beside it is read or written") {
    for (const Kernel* kernel : all_kernels()) {
        for (int rows = 1; rows <= kernel->rows; ++rows) {
            for (int cols = kernel->lanes; cols <= kernel->cols; cols += kernel->lanes) {
                CAPTURE(kernel->name);
                CAPTURE(rows);
                CAPTURE(cols);
                CHECK(wrong_elements(*kernel, rows, cols, 9, 0, false) == 0);
                CHECK(wrong_elements(*kernel, rows, cols, 4, 3, false) == 0);
            }
        }
    }
}

TEST_CASE(
    "a narrow tile of any number of vectors and steps is right, and nothing beside it is read or written") {
    for (const Kernel* kernel : all_kernels()) {
        if (kernel->narrow[1] == nullptr) continue;
        for (int vectors = 1; vectors <= kMostNarrow; ++vectors) {
            for (std::size_t k = 0; k <= 9; ++k) {
                CAPTURE(kernel->name);
                CAPTURE(vectors);
                CAPTURE(k);
                const int rows = vectors * kernel->lanes / kNarrow;
                CHECK(wrong_elements(*kernel, rows, kNarrow, k, 0, false) == 0);
                CHECK(wrong_elements(*kernel, rows, kNarrow, k, 3, false) == 0);
            }
        }
    }
}
