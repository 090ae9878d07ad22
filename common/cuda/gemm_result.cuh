// The last step of every matrix multiplication: what an element of C becomes once its products are added up.
#pragma once

#include <cuda_runtime.h>

#include "common/cuda/gemm.hpp"

namespace gpu {

// alpha * sum + beta * *c, where `sum` is the element of A * B and `c` points to the element of C. *c is read only where
// beta is not 0, and alpha counts only where there was something to add (gemm.hpp).
__device__ inline float gemm_result(const Gemm& gemm, float sum, const float* c) {
    const float product = gemm.k == 0 ? 0 : gemm.alpha * sum;
    return gemm.beta == 0 ? product : product + gemm.beta * *c;
}

}  // namespace gpu
