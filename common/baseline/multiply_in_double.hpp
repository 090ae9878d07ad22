// Matrix products in double precision, which versions in single precision are compared with. Slow and plain: what it
// computes is the specification. chapters/04-matmul has the same for a GPU, for sizes that would take minutes here.
#pragma once

#include "common/cuda/gemm.hpp"

namespace baseline {

// exact: m x n elements, alpha * A * B + beta * C. magnitude: the same of absolute values, |alpha| |A| |B| + |beta| |C|,
// which is the unit that rounding errors are measured in. C is only read, and only where beta is not 0. Host pointers.
void multiply_in_double(const Gemm& gemm, double* exact, double* magnitude);

}  // namespace baseline
