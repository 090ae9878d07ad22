// Exercise 04.6: the deepest tiles that still allow full occupancy.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr double kSteps = 4;  // that the deepest tiles need
constexpr trial::Product kProduct{32, 48, 832};

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 32, 32}, {16, 48, 224}, {48, 16, 496}, {16, 16, 848}});
}

TEST_CASE("a multiprocessor of an H200 is full") {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(multiply, kProduct);
    if (!run.ok) return;
    const double occupancy = run.counters.at("occupancy");
    if (occupancy < 1)
        grading::fail("The occupancy is " + std::to_string(static_cast<int>(1000 * occupancy) / 10) + "." +
                      std::to_string(static_cast<int>(1000 * occupancy) % 10) +
                      " %: with 256 threads a block, eight blocks have to fit.");
    grading::expect_shape(run, {kProduct.n / 16, kProduct.m / 16}, {16, 16},
                          "the blocks remain as they are.");
}

TEST_CASE("the tiles are as deep as they can be, and used") {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(multiply, kProduct);
    const double warps = static_cast<double>(kProduct.m * kProduct.n) / trial::kWarp;
    grading::at_most(run, "barriers", warps * 2 * kSteps,
                     "two a step, and the deepest tiles that fit need fewer steps.");
    grading::at_most(run, "global_load_sectors", kProduct.sectors_with_tiles(16, 16),
                     "a tile is loaded once, and serves 16 rows or columns of C.");
    trial::expect_from_tiles(run, kProduct);
}
