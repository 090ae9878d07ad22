// solution begin
// Solution of exercise 04.9, with the reason beside each number.
// stub: // Exercise 04.9: how fast can a matrix product be on a given machine? Write your answers in place of the -1, then:
// stub: // make check EX=04.9
// solution end
#include "exercises/04-matmul/9-bytes-per-flop/answers.hpp"

namespace answered {

// 50,000 GFLOP/s, 4,000 GB/s of memory, 20,000 GB/s of shared memory. A multiplication with its addition is 2 operations.
// solution begin
const double balance = 0.08;             // 4,000 / 50,000
const double bytes_without_tiles = 4;    // 8 bytes, 2 operations
const double rate_without_tiles = 1000;  // 4,000 / 4
// stub: const double balance = -1;              // bytes of memory that can come for each operation
// stub: const double bytes_without_tiles = -1;  // bytes an operation takes if every factor comes from memory
// stub: const double rate_without_tiles = -1;   // GFLOP/s that memory allows then
// solution end

// A block computes a tile of C, and loads what that takes of A and B once.
// solution begin
const double bytes_with_tiles_of_16 = 0.25;   // in each step of k 32 elements, 128 bytes, for 512 operations
const double rate_with_tiles_of_16 = 16'000;  // 4,000 / 0.25
const double bytes_with_tiles_of_128_by_32 = 0.078125;  // 160 elements, 640 bytes, for 8,192 operations
const double smallest_tile = 64;                        // 4 / side is at most 0.08 from 50 on
// stub: const double bytes_with_tiles_of_16 = -1;         // bytes an operation, tiles of 16 × 16
// stub: const double rate_with_tiles_of_16 = -1;          // GFLOP/s that memory allows then
// stub: const double bytes_with_tiles_of_128_by_32 = -1;  // bytes an operation, tiles of 128 × 32
// stub: const double smallest_tile = -1;                  // side of the smallest square tile, a multiple of 16, that is enough
// solution end

// Every factor comes from shared memory. A thread with r × r elements of C fetches r of A and r of B for r · r products.
// solution begin
const double shared_bytes_of_one_element = 4;   // as it was with memory
const double rate_of_one_element = 5000;        // 20,000 / 4
const double smallest_square_of_a_thread = 10;  // 4 / r is at most 20,000 / 50,000
const double smallest_n = 75;                   // 12 n² bytes for 2 n³ operations: 6 / n is at most 0.08
// stub: const double shared_bytes_of_one_element = -1;  // bytes of shared memory an operation takes if r is 1
// stub: const double rate_of_one_element = -1;          // GFLOP/s that shared memory allows then
// stub: const double smallest_square_of_a_thread = -1;  // the smallest r with which shared memory is fast enough
// stub: const double smallest_n = -1;  // n × n matrices below this are bound by memory even if all three move only once
// solution end

}  // namespace answered
