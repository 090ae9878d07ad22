// Solution of exercise 01.10, with the reason beside each number. Everywhere the time saved has to be more than the time paid.
#include "exercises/01-first-kernel/10-worth-the-copies/answers.hpp"

namespace answered {

// Times of one sum, in ns: CPU 12 / 100 = 0.12, GPU 12 / 2,000 = 0.006, the copies of its 12 bytes 12 / 20 = 0.6.
const double elements_there = 87'720;       // 10,000 ns for the start, 0.114 saved with each sum: 87,719.3
const double times_the_cpu = 5.05;          // (0.6 + 0.006) / 0.12
const double times_in_small_copies = 48.6;  // 1,000 · (10,000 + 200) ns against 10,000 + 200,000

// Very many elements: starts no longer count. Two arrays are copied to the GPU and one back, and between them the GPU makes sums
// of arrays that it has, again and again.
const double sums_in_a_row = 6;         // 0.6 ns are paid once, 0.114 saved with each sum: 5.3
const double sums_in_a_row_pinned = 3;  // 12 / 50 = 0.24 ns: 2.1

// Kernels that wait for arithmetic, and not for memory. The copies are of pageable memory, before and after the kernel.
const double operations_for_each_element = 422;  // 8 / 20 = 0.4 ns paid, 1 / 1,000 - 1 / 20,000 saved: 421.05
const double rows_of_a_product = 316;  // for each element 12 / 20 = 0.6 ns paid, 2 n · 0.00095 saved: 315.8

}  // namespace answered
