// Exercise 04.1: a product through tiles in shared memory.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr trial::Product kProduct{64, 96, 80};

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 32, 32}, {16, 48, 32}, {64, 16, 96}, {48, 80, 16}});
}

TEST_CASE("every element is loaded once for each tile that needs it") {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(multiply, kProduct);
    grading::at_most(run, "global_load_sectors", kProduct.sectors_with_tiles(16, 16),
                     "a tile of 16 x 16 is loaded once, and serves 16 rows or columns of C.");
    grading::at_most(run, "global_store_sectors", kProduct.c_sectors(), "every sector of C once.");
}

TEST_CASE("the factors come out of shared memory") {
    if (!grading::counted_here()) return;
    trial::expect_from_tiles(trial::run(multiply, kProduct), kProduct);
}
