// Vector addition on the CPU: the specification, and the time that a GPU must beat. Compare with
// chapters/01-first-kernel/1_one_thread.cu, which has the same loop.
#pragma once

#include <cstddef>

namespace baseline {

// Both: sum[i] = a[i] + b[i] for n elements; sum must not overlap the others. Any n.

// One thread. The compiler turns the loop into vector instructions, 8 or 16 additions at a time.
void add_serial(float* sum, const float* a, const float* b, std::size_t n);

// All cores, each a part of the elements.
void add_openmp(float* sum, const float* a, const float* b, std::size_t n);

}  // namespace baseline
