// The last step of every matrix multiplication: an element of C from the sum of its products.
#pragma once

#include <cuda_runtime.h>

#include "common/cuda/gemm.hpp"

namespace gpu {

// alpha * sum + beta * *c, where `sum` is the element of A * B and `c` points to the element of C. Reads *c only if
// beta is not 0, and uses alpha only if there was something to add (gemm.hpp).
__device__ inline float gemm_result(const Gemm& gemm, float sum, const float* c) {
    const float product = gemm.k == 0 ? 0 : gemm.alpha * sum;
    return gemm.beta == 0 ? product : product + gemm.beta * *c;
}

}  // namespace gpu
