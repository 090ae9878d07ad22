// Exercise 03.6: the softmax of rows, for elements of any size.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "exercises/03-reduction/trial.hpp"

void softmax(float* out, const float* in, std::size_t rows, std::size_t cols);

namespace {

// Elements lie within 5 of `middle`. If `ends` is not 0, each row begins with it and ends with its negative.
grading::Run run(std::size_t rows, std::size_t cols, float middle, float ends = 0) {
    if (!grading::device_usable()) return {};
    std::vector<float> in = trial::random_elements<float>(rows * cols, cols);
    for (float& element : in) element = middle + 5 * element;
    for (std::size_t row = 0; row < rows && ends != 0; ++row) {
        in[row * cols] = ends;
        in[row * cols + cols - 1] = -ends;
    }
    std::vector<float> expected(in.size());
    for (std::size_t row = 0; row < rows; ++row) {
        const float* const elements = in.data() + row * cols;
        const double largest = *std::max_element(elements, elements + cols);
        double sum = 0;
        for (std::size_t col = 0; col < cols; ++col) sum += std::exp(elements[col] - largest);
        for (std::size_t col = 0; col < cols; ++col)
            expected[row * cols + col] = static_cast<float>(std::exp(elements[col] - largest) / sum);
    }
    testing::Rules rules;
    rules.relative = 1e-5;
    rules.columns = cols;
    const gpu::Buffer<float> device(in);
    const std::string subject =
        trial::counted(rows, "row") + " of " + trial::counted(cols, "element") + " around " +
        std::to_string(static_cast<int>(middle)) +
        (ends == 0 ? ""
                   : ", the first one of a row " + std::to_string(static_cast<int>(ends)) +
                         ", the last one " + std::to_string(static_cast<int>(-ends)));
    return trial::run(subject, expected, rules, [&](float* out) { softmax(out, device.data(), rows, cols); });
}

bool right(std::size_t rows, std::size_t cols, float middle, float ends = 0) {
    return run(rows, cols, middle, ends).ok;
}

}  // namespace

TEST_CASE("small numbers") {
    static_cast<void>(right(3, 1000, 0) && right(1, 1, 0) && right(5, 31, 0) && right(2, 33, 0) &&
                      right(4, 129, 0));
}

TEST_CASE("large numbers, of both signs") {
    static_cast<void>(right(3, 1000, 100) && right(3, 257, -200) && right(2, 130, 0, -45) &&
                      right(2, 130, 0, 45));
}

TEST_CASE("all threads share a row") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kRows = 3, kCols = 1000;  // rows begin with a sector
    const grading::Run counted = run(kRows, kCols, 0);
    grading::at_most(
        counted, "global_load_sectors", 3.25 * trial::sectors(kRows * kCols, sizeof(float)),
        "each element for the largest, for the sum and for the quotient, by neighbouring threads, "
        "and a few more.");
    grading::at_most(counted, "longest_warp", 1250,
                     "each of the block's 4 warps has a quarter of the row, 8 elements for each thread.");
}
