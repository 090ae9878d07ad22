// Exercise 04.9: each answer against the machine on the page.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "common/grading/grading.hpp"
#include "exercises/04-matmul/9-bytes-per-flop/answers.hpp"
#include "exercises/04-matmul/9-bytes-per-flop/machine.hpp"

namespace {

// Answers may be rounded: 0.078 does for 0.078125.
void judge(const std::string& question, double answer, double right) {
    if (std::fabs(answer - right) > 0.005 * right) grading::expect_predicted(question, answer, right);
}

}  // namespace

TEST_CASE("the machine, and a product without reuse") {
    judge("balance, bytes an operation", answered::balance, machine::balance(machine::memory()));
    judge("bytes_without_tiles", answered::bytes_without_tiles, machine::bytes_a_flop(1, 1));
    judge("rate_without_tiles, GFLOP/s", answered::rate_without_tiles,
          machine::rate(machine::memory(), machine::bytes_a_flop(1, 1)));
}

TEST_CASE("tiles of a block, and memory") {
    judge("bytes_with_tiles_of_16", answered::bytes_with_tiles_of_16, machine::bytes_a_flop(16, 16));
    judge("rate_with_tiles_of_16, GFLOP/s", answered::rate_with_tiles_of_16,
          machine::rate(machine::memory(), machine::bytes_a_flop(16, 16)));
    judge("bytes_with_tiles_of_128_by_32", answered::bytes_with_tiles_of_128_by_32,
          machine::bytes_a_flop(128, 32));
    judge("smallest_tile", answered::smallest_tile, machine::smallest_square(machine::memory(), 16));
}

TEST_CASE("elements of a thread, and shared memory; and matrices too small") {
    judge("shared_bytes_of_one_element", answered::shared_bytes_of_one_element, machine::bytes_a_flop(1, 1));
    judge("rate_of_one_element, GFLOP/s", answered::rate_of_one_element,
          machine::rate(machine::shared(), machine::bytes_a_flop(1, 1)));
    judge("smallest_square_of_a_thread", answered::smallest_square_of_a_thread,
          machine::smallest_square(machine::shared(), 1));
    judge("smallest_n", answered::smallest_n, machine::smallest_n());
}
