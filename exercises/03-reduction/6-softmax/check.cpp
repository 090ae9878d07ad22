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
    simt::annotate(device.data(), rows, cols, "in");
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
    for (const auto& [rows, cols] : {std::pair{3, 1000}, {1, 1}, {5, 31}, {2, 33}, {4, 129}})
        if (!right(rows, cols, 0)) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!right(draw.number(1, 6), draw.size(600, 128), 0)) return;
}

TEST_CASE("large numbers, of both signs") {
    grading::Draw draw("large numbers");
    static_cast<void>(right(3, 1000, 100) && right(3, 257, -200) && right(2, 130, 0, -45) &&
                      right(2, 130, 0, 45) &&
                      right(draw.number(1, 4), draw.size(400), static_cast<float>(draw.number(90, 300))));
}

TEST_CASE("all threads share a row") {
    if (!grading::counted_here()) return;
    struct Size {
        std::size_t rows, cols;  // rows begin with a sector
    };
    grading::Draw draw("counted");
    grading::for_sizes(
        {Size{3, 1000}, Size{draw.number(2, 6), 8 * draw.number(60, 160)}}, [](const Size& size) {
            const grading::Run counted = run(size.rows, size.cols, 100);  // right for large numbers, too
            const double sectors = trial::sectors(size.rows * size.cols, sizeof(float));
            grading::at_most(
                counted, "global_load_sectors", 3.25 * sectors,
                "each element for the largest, for the sum and for the quotient, by neighbouring threads, "
                "and a few more.");
            grading::at_most(counted, "longest_warp", 350 + 0.9 * static_cast<double>(size.cols),
                             "each of the block's 4 warps has a quarter of the row, " +
                                 std::to_string((size.cols + 64) / 128) + " elements for each thread.");
            grading::at_most(counted, "global_store_sectors", 2 * sectors, "each result once, or twice.");
            trial::expect_all_sectors(counted, sectors, sectors);
            // Of an exponential, a sum and a quotient, which take more.
            grading::at_least(counted, "float_instructions",
                              3 * static_cast<double>(size.rows * size.cols) / trial::kWarp,
                              "the kernel computes exponentials, sums and quotients.");
        });
}
