// Runs one of the two computations of exercise 01.6 for every element; the harness itself launches it (kernels.cu).
#pragma once

#include <cstddef>

// out[i] = work::even(in[i]), or work::odd(in[i]), for n elements on the device.
void one_kind(bool even, float* out, const float* in, std::size_t n);
