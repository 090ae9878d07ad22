// Exercise 02.3: through shared memory, coalesced on both sides, and no bank conflicts.
#include <doctest/doctest.h>

#include "exercises/02-transpose/trial.hpp"

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);

namespace {

constexpr trial::Size kSize{128, 96};

}  // namespace

TEST_CASE("every element is where it belongs") {
    trial::run_all(transpose, {{32, 32}, {64, 32}, {96, 160}, {128, 128}}, trial::draw_whole_tiles);
}

TEST_CASE("loads and stores are coalesced") { trial::expect_coalesced(transpose, kSize); }

TEST_CASE("every element passes through shared memory, without bank conflicts") {
    trial::expect_through_tile_without_conflicts(transpose, kSize);
}
