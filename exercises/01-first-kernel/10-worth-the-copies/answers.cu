// Exercise 01.10: when is a GPU worth the copies? Write your answers in place of the -1, as numbers or as C++ that computes them
// (1 / 4 is 0 there, 1.0 / 4 is 0.25), then: make check EX=01.10
#include "exercises/01-first-kernel/10-worth-the-copies/answers.hpp"

// your work begins
namespace answered {

// A sum reads two floats and writes one, on the CPU as on the GPU. The computer is that of the page. 1 GB/s is 1 byte a nanosecond.
const double elements_there = -1;         // the smallest number of sums at which the GPU is faster, on data that it has; one launch
const double times_the_cpu = -1;          // very many sums with copies there and back: how many times the CPU's time?
const double times_in_small_copies = -1;  // 1,000 copies of 1,000 floats: how many times the time of one copy of all?

// Very many elements: starts no longer count. Two arrays are copied to the GPU and one back, and between them the GPU makes sums
// of arrays that it has, again and again.
const double sums_in_a_row = -1;         // how many sums of each element, at least, so that the GPU is faster, copies and all?
const double sums_in_a_row_pinned = -1;  // the same from pinned memory

// Kernels that wait for arithmetic, and not for memory. The copies are of pageable memory, before and after the kernel.
const double operations_for_each_element = -1;  // one float in, one out: how many operations, a whole number, make it faster?
const double rows_of_a_product = -1;            // n x n matrices, 2 n^3 operations, two copied in, one out: from which n on?

}  // namespace answered
// your work ends
