// Exercise 04.3: two elements of C for each thread.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr trial::Product kProduct{32, 128, 48};
const trial::DrawnProducts kWhole(8, 64, 1);

// Of a counted run; the other one is drawn.
trial::Product drawn() { return kWhole("counted"); }

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{8, 64, 2}, {16, 64, 64}, {8, 192, 17}, {40, 128, 1}}, trial::Turned::kNone,
                   kWhole);
}

TEST_CASE("half as many requests, and one for two elements") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        // A warp has 64 elements of a row of C: for each k it needs one element of A, and 64 of B in one request.
        const double steps = product.multiplications() / 64;
        grading::at_most(run, "global_load_requests", 2 * steps,
                         "in each step of k a warp with 64 elements of C makes one for A and one for B.");
        grading::at_most(run, "global_load_sectors", 9 * steps,
                         "in each step of k a warp takes one for A and eight for B.");
        trial::expect_all_moved(run, product);
        grading::at_most(run, "global_store_requests", static_cast<double>(product.m * product.n) / 32,
                         "no more than before, when each thread stored its element.");
    });
}

TEST_CASE("threads have two elements each, and no shared memory") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        grading::expect_shape(run, {trial::tiles(product.n, 64), trial::tiles(product.m, 8)}, {32, 8},
                              "a block of 32 x 8 threads has 64 x 8 elements.");
        grading::at_most(run, "shared_load_requests", 0, "this exercise keeps its elements in registers.");
        // With two elements a thread, each step needs one request for B. Fewer mean that a thread has more elements or
        // rows of C.
        grading::at_least(run, "global_load_requests", product.multiplications() / 64,
                          "each step needs another row of B.");
    });
}
