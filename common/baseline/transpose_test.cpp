// The CPU transposes against the definition, element (row, col) to (col, row), at sizes that are not a multiple of
// anything.
#include "common/baseline/transpose.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using Transpose = void (*)(float*, const float*, std::size_t, std::size_t);

// The number of elements that are not where they belong; an element that is still NaN, never overwritten, counts.
std::size_t misplaced(Transpose transpose, std::size_t rows, std::size_t cols) {
    std::vector<float> in(rows * cols);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i + 1);
    std::vector<float> out(in.size(), std::numeric_limits<float>::quiet_NaN());
    transpose(out.data(), in.data(), rows, cols);
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
            if (!(out[col * rows + row] == in[row * cols + col])) ++wrong;
        }
    }
    return wrong;
}

const std::vector<std::pair<std::size_t, std::size_t>> kSizes = {
    {1, 1}, {1, 100}, {100, 1}, {31, 33}, {32, 32}, {33, 31}, {64, 96}, {67, 129}, {256, 5}, {1000, 999},
};

void check_all_sizes(Transpose transpose) {
    for (const auto& [rows, cols] : kSizes) {
        CAPTURE(rows);
        CAPTURE(cols);
        CHECK(misplaced(transpose, rows, cols) == 0);
    }
}

}  // namespace

TEST_CASE("the serial transpose puts every element where it belongs") {
    check_all_sizes(baseline::transpose_serial);
}

TEST_CASE("the OpenMP transpose puts every element where it belongs") {
    check_all_sizes(baseline::transpose_openmp);
}

TEST_CASE("the cache-blocked transpose puts every element where it belongs") {
    check_all_sizes(baseline::transpose_cache_blocked);
}
