// Exercise 04.7: two tiles of C for each block.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr trial::Product kProduct{64, 128, 96};
const trial::DrawnProducts kPairsOfTiles(16, 32, 16);

// Of a counted run; the other one is drawn.
trial::Product drawn() { return kPairsOfTiles("counted"); }

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 32, 16}, {32, 64, 32}, {64, 96, 48}}, trial::Turned::kNone, kPairsOfTiles);
}

TEST_CASE("an odd number of tiles across leaves the last block with one") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 48, 32}, {16, 80, 64}});
}

TEST_CASE("the tiles of A are loaded for two tiles of C at once") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        grading::at_most(
            run, "global_load_sectors", product.sectors_with_tiles(16, 32),
            "a tile of A serves 32 columns of C, one of B 16 rows: three quarters of the loads.");
        trial::expect_all_moved(run, product);
    });
}

TEST_CASE("blocks are of 16 x 16 threads, half as many, and everything goes through the tiles") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        grading::expect_shape(run, {trial::tiles(product.n, 32), trial::tiles(product.m, 16)}, {16, 16},
                              "each block has two tiles beside each other.");
        grading::at_most(run, "static_shared", 3 * 16 * 16 * sizeof(float), "one tile of A and two of B.");
        trial::expect_from_tiles(run, product);
    });
}
