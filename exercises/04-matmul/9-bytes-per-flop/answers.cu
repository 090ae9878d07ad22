// Exercise 04.9: how fast can a matrix product be on a given machine? Write your answers in place of the -1, as numbers
// or as C++ that computes them (1 / 4 is 0 there, 1.0 / 4 is 0.25), then: make check EX=04.9
#include "exercises/04-matmul/9-bytes-per-flop/answers.hpp"

// your work begins
namespace answered {

// The GPU on the page. A multiplication with its addition is 2 operations.
const double balance = -1;              // bytes of memory that can come for each operation
const double bytes_without_tiles = -1;  // bytes an operation takes if every factor comes from memory
const double rate_without_tiles = -1;   // GFLOP/s that memory allows then

// A block computes a tile of C, and loads what that takes of A and B once.
const double bytes_with_tiles_of_16 = -1;         // bytes an operation, tiles of 16 × 16
const double rate_with_tiles_of_16 = -1;          // GFLOP/s that memory allows then
const double bytes_with_tiles_of_128_by_32 = -1;  // bytes an operation, tiles of 128 × 32
const double smallest_tile = -1;                  // side of the smallest square tile, a multiple of 16, that is enough

// Every factor comes from shared memory. A thread with r × r elements of C fetches r of A and r of B for r · r products.
const double shared_bytes_of_one_element = -1;  // bytes of shared memory an operation takes if r is 1
const double rate_of_one_element = -1;          // GFLOP/s that shared memory allows then
const double smallest_square_of_a_thread = -1;  // the smallest r with which shared memory is fast enough
const double smallest_n = -1;  // n × n matrices below this are bound by memory even if all three move only once

}  // namespace answered
// your work ends
