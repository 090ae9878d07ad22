// Exercise 04.12: a 16 x 16 product over many rows, shared by 64 blocks.
#include <doctest/doctest.h>

#include "common/grading/seed.hpp"
#include "exercises/01-first-kernel/trial.hpp"
#include "exercises/04-matmul/12-all-along-k/gram.hpp"

namespace {

constexpr std::size_t kElements = std::size_t{kCols} * kCols;

// Whole numbers, whose sums are exact in any order.
std::vector<float> matrix(std::size_t rows) {
    std::vector<std::int32_t> numbers(rows * kCols);
    grading::fill_random(numbers.data(), numbers.size(), rows, -9, 9);
    return {numbers.begin(), numbers.end()};
}

std::vector<float> gram_of(const std::vector<float>& a) {
    std::vector<float> g(kElements);
    for (std::size_t first = 0; first < a.size(); first += kCols)
        for (std::size_t i = 0; i < kCols; ++i)
            for (std::size_t j = 0; j < kCols; ++j) g[i * kCols + j] += a[first + i] * a[first + j];
    return g;
}

grading::Run run(std::size_t rows) {
    if (!grading::device_usable()) return {};
    const std::vector<float> a = matrix(rows);
    const gpu::Buffer<float> device_a(a);
    gpu::Buffer<float> sheets(kParts * kElements);
    sheets.fill_bytes(testing::kPoisonByte);
    simt::annotate(device_a.data(), rows, kCols, "a");
    simt::annotate(sheets.data(), kParts, kElements, "sheets");
    testing::Rules rules;
    rules.columns = kCols;
    return trial::run(
        trial::counted(rows, "row"), gram_of(a), rules,
        [&](float* g) { gram(g, device_a.data(), rows, sheets.data()); }, "g");
}

}  // namespace

TEST_CASE("products of any number of rows") {
    grading::Draw draw("rows");
    for (const std::size_t rows : {std::size_t{1024}, std::size_t{1}, std::size_t{15}, std::size_t{17},
                                   std::size_t{1000}, std::size_t{20'011}, draw.size(30'000, kCols)})
        if (!run(rows).ok) return;
}

TEST_CASE("all blocks share the rows, and the order of the sums is fixed") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kTileRows = 16;
    // Tiles of each block.
    grading::for_sizes({std::size_t{32}, grading::Draw("counted").number(20, 50)}, [](std::size_t tiles) {
        const std::size_t rows = tiles * kTileRows * kParts;
        const grading::Run counted = run(rows);
        if (!counted.ok) return;
        const auto launches = counted.last_launch - counted.first_launch + 1;
        if (launches > 2)
            grading::fail(counted.subject + ": " + std::to_string(launches) +
                          " launches, 2 at most: the parts run beside each other, in one.");
        grading::at_most(counted, "atomics", kParts,
                         "sums that are added atomically have another order in every run, and other bits if "
                         "they are rounded.");
        grading::at_most(counted, "longest_warp", 900 + 80 * static_cast<double>(tiles),
                         "a block has a 64th of the rows.");
        grading::at_most(counted, "global_load_sectors",
                         1.02 * trial::sectors(rows * kCols, sizeof(float)) +
                             trial::sectors(kParts * kElements, sizeof(float)),
                         "every sector of A once, and the sheets once.");
    });
}
