// Exercise 02.1: right for whole tiles, and coalesced on both sides.
#include <doctest/doctest.h>

#include "exercises/02-transpose/trial.hpp"

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);

TEST_CASE("every element is where it belongs") {
    trial::run_all(transpose, {{32, 32}, {64, 32}, {96, 160}, {128, 128}}, trial::draw_whole_tiles);
}

TEST_CASE("loads and stores are coalesced") { trial::expect_coalesced(transpose, {128, 96}); }
