// Exercise 04.2: A times the transpose of B, without bank conflicts.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr trial::Product kProduct{64, 96, 80};

// Of a counted run; the other one is drawn.
trial::Product drawn() { return trial::kTilesOf16("counted"); }

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 32, 32}, {16, 48, 32}, {64, 16, 96}}, trial::Turned::kB);
}

TEST_CASE("the loads of both tiles are coalesced") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product, trial::Turned::kB);
        grading::at_most(run, "global_load_sectors", product.sectors_with_tiles(16, 16),
                         "a tile of 16 x 16 is loaded once, and every byte of its sectors used.");
        trial::expect_all_moved(run, product);
    });
}

TEST_CASE("the factors come out of shared memory, without bank conflicts") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product, trial::Turned::kB);
        trial::expect_from_tiles(run, product);
        trial::expect_no_bank_conflicts(run);
    });
}
