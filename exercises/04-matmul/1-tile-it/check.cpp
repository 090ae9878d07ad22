// Exercise 04.1: a product through tiles in shared memory.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr trial::Product kProduct{64, 96, 80};

// Of a counted run; the other one is drawn.
trial::Product drawn() { return trial::kTilesOf16("counted"); }

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 32, 32}, {16, 48, 32}, {64, 16, 96}, {48, 80, 16}});
}

TEST_CASE("every element is loaded once for each tile that needs it") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        grading::at_most(run, "global_load_sectors", product.sectors_with_tiles(16, 16),
                         "a tile of 16 x 16 is loaded once, and serves 16 rows or columns of C.");
        trial::expect_all_moved(run, product);
    });
}

TEST_CASE("the factors come out of shared memory") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        trial::expect_from_tiles(trial::run(multiply, product), product);
    });
}
