// Exercise 04.3: two elements of C for each thread.
#include <doctest/doctest.h>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr trial::Product kProduct{32, 128, 48};

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{8, 64, 2}, {16, 64, 64}, {8, 192, 17}, {40, 128, 1}});
}

TEST_CASE("half as many requests, and one for two elements") {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(multiply, kProduct);
    // A warp has 64 elements of a row of C: for each k it needs one element of A, and 64 of B in one request.
    const double steps = kProduct.multiplications() / 64;
    grading::at_most(run, "global_load_requests", 2 * steps,
                     "in each step of k a warp with 64 elements of C makes one for A and one for B.");
    grading::at_most(run, "global_load_sectors", 9 * steps,
                     "in each step of k a warp takes one for A and eight for B.");
    grading::at_most(run, "global_store_requests", static_cast<double>(kProduct.m * kProduct.n) / 32,
                     "no more than before, when each thread stored its element.");
}

TEST_CASE("threads have two elements each, and no shared memory") {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(multiply, kProduct);
    grading::expect_shape(run, {kProduct.n / 64, kProduct.m / 8}, {32, 8},
                          "a block of 32 x 8 threads has 64 x 8 elements.");
    grading::at_most(run, "shared_load_requests", 0, "this exercise keeps its elements in registers.");
    // With two elements a thread, each step needs one request for B. Fewer mean that a thread has more elements or
    // rows of C.
    grading::at_least(run, "global_load_requests", kProduct.multiplications() / 64,
                      "each step needs another row of B.");
}
