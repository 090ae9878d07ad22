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
    simt::annotate(device.data(), rows, cols, "in");
    return trial::run(trial::counted(rows, "row") + " of " + trial::counted(cols, "element"), expected, rules,
                      [&](int* out) { running_sums(out, device.data(), rows, cols); });
}

// Of a counted run: rows of whole pieces of 256 elements; the other one is drawn.
struct Counted {
    std::size_t rows, pieces;

    std::size_t cols() const { return 256 * pieces; }
};
constexpr Counted kCounted{4, 4};
Counted drawn() {
    grading::Draw draw("counted");
    return {draw.number(2, 6), draw.number(2, 8)};
}

}  // namespace

TEST_CASE("rows that one piece of 256 elements holds") {
    for (const std::size_t cols : {256, 1, 31, 33, 255})
        if (!run(3, cols).ok) return;
    grading::Draw draw("short rows");
    for (int k = 0; k < 3; ++k)
        if (!run(draw.number(1, 5), draw.size(256)).ok) return;
}

TEST_CASE("longer rows") {
    for (const std::size_t cols : {257, 512, 1003, 5000})
        if (!run(2, cols).ok) return;
    grading::Draw draw("longer rows");
    for (int k = 0; k < 3; ++k)
        if (!run(draw.number(1, 3), 256 + draw.size(3000, 256)).ok) return;
}

TEST_CASE("all threads share a row") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const double sectors = trial::sectors(size.rows * size.cols(), sizeof(int));
        const grading::Run counted = run(size.rows, size.cols());
        trial::expect_sectors(counted, sectors, sectors);
        grading::at_most(counted, "longest_warp", 100 + 200 * static_cast<double>(size.pieces),
                         "each of the block's 8 warps has an eighth of the row, " +
                             trial::counted(size.pieces, "element") + " for each thread.");
    });
}

TEST_CASE("warps scan in registers") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        constexpr double kWarps = 8;
        grading::at_most(run(size.rows, size.cols()), "barriers",
                         4 * static_cast<double>(size.rows * size.pieces) * kWarps,
                         "four for each warp and piece of 256 elements; only the warps' sums need them.");
    });
}
