// Exercise 04.6: the deepest tiles that still allow full occupancy.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr std::size_t kDepth = 208;  // the deepest tiles are at least so deep
constexpr trial::Product kProduct{32, 48, 4 * kDepth};
const trial::DrawnProducts kOfDeepTiles(16, 16, kDepth);

// Of a counted run; the other one is drawn.
trial::Product drawn() { return kOfDeepTiles("counted"); }

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 32, 32}, {16, 48, 224}, {48, 16, 496}, {16, 16, 848}});
}

TEST_CASE("a multiprocessor of an H200 is full") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        if (!run.ok) return;
        const double occupancy = run.counters.at("occupancy");
        if (occupancy < 1)
            grading::fail("The occupancy is " + std::to_string(static_cast<int>(1000 * occupancy) / 10) +
                          "." + std::to_string(static_cast<int>(1000 * occupancy) % 10) +
                          " %: with 256 threads a block, eight blocks have to fit.");
        grading::expect_shape(run, {trial::tiles(product.n, 16), trial::tiles(product.m, 16)}, {16, 16},
                              "the blocks remain as they are.");
    });
}

TEST_CASE("the tiles are as deep as they can be, and used") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        const double warps = static_cast<double>(product.m * product.n) / trial::kWarp;
        grading::at_most(run, "barriers", warps * 2 * static_cast<double>(product.k) / kDepth,
                         "two a step, and the deepest tiles that fit need fewer steps.");
        grading::at_most(run, "global_load_sectors", product.sectors_with_tiles(16, 16),
                         "a tile is loaded once, and serves 16 rows or columns of C.");
        trial::expect_all_moved(run, product);
        trial::expect_from_tiles(run, product);
    });
}
