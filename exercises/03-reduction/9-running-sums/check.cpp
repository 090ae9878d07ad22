// Exercise 03.9: running sums of rows, by all threads of a block.
#include <doctest/doctest.h>

#include "exercises/03-reduction/trial.hpp"

void running_sums(int* out, const int* in, std::size_t rows, std::size_t cols);

namespace {

grading::Run run(std::size_t rows, std::size_t cols) {
    if (!grading::device_usable()) return {};
    const std::vector<int> in = trial::whole_numbers<int>(rows * cols);
    std::vector<int> expected(in);
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (i % cols > 0) expected[i] += expected[i - 1];
    testing::Rules rules;
    rules.columns = cols;
    const gpu::Buffer<int> device(in);
    return trial::run(trial::counted(rows, "row") + " of " + trial::counted(cols, "element"), expected, rules,
                      [&](int* out) { running_sums(out, device.data(), rows, cols); });
}

constexpr std::size_t kRows = 4, kCols = 1024;

}  // namespace

TEST_CASE("rows that one piece of 256 elements holds") {
    for (const std::size_t cols : {256, 1, 31, 33, 255})
        if (!run(3, cols).ok) return;
}

TEST_CASE("longer rows") {
    for (const std::size_t cols : {257, 512, 1003, 5000})
        if (!run(2, cols).ok) return;
}

TEST_CASE("all threads share a row") {
    if (!grading::counted_here()) return;
    const double sectors = trial::sectors(kRows * kCols, sizeof(int));
    const grading::Run counted = run(kRows, kCols);
    trial::expect_sectors(counted, sectors, sectors);
    grading::at_most(counted, "longest_warp", 900,
                     "each of the block's 8 warps has an eighth of the row, 4 elements for each thread.");
}

TEST_CASE("warps scan in registers") {
    if (!grading::counted_here()) return;
    constexpr double kPieces = kCols / 256., kWarps = 8;
    grading::at_most(run(kRows, kCols), "barriers", 4 * kRows * kPieces * kWarps,
                     "four for each warp and piece of 256 elements; only the warps' sums need them.");
}
