// What exercise 03.10 computes.
#pragma once

#include <cstddef>

struct Statistics {
    double mean = 0;       // the sum of all elements, divided by n
    double deviation = 0;  // the square root of the mean of (element - mean)²
};

// Of n elements on the host, at least one. Frees all device memory; throws on a CUDA error (CUDA_CHECK).
Statistics statistics(const float* in, std::size_t n);
