// Exercise 02.6: no bank conflicts, with no more shared memory than the elements of a tile need.
#include <doctest/doctest.h>

#include "exercises/02-transpose/trial.hpp"

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);

namespace {

constexpr trial::Size kSize{128, 96};

}  // namespace

TEST_CASE("every element is where it belongs") {
    trial::run_all(transpose, {{32, 32}, {64, 96}, {31, 33}, {1, 1000}, {97, 101}}, trial::draw_any);
}

TEST_CASE("loads and stores are coalesced") { trial::expect_coalesced(transpose, kSize); }

TEST_CASE("every element passes through shared memory, without bank conflicts") {
    trial::expect_through_tile_without_conflicts(transpose, kSize);
}

TEST_CASE("the tile has no padding") {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(transpose, kSize);
    const char* const why = "32 x 32 floats.";
    grading::at_most(run, "static_shared", trial::kTile * trial::kTile * sizeof(float), why);
    grading::at_most(run, "dynamic_shared", 0, "the tile is declared in the kernel.");
}
