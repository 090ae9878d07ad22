// The problem of steps.hpp on the device; steps.cpp has the CPU.
#include "chapters/01-first-kernel/programs/parts/steps.hpp"
#include "common/cuda/check.hpp"

namespace costs {

static __global__ void steps_kernel(float* y, const float* x, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float summand = x[i];
    float value = summand;
    for (int step = 0; step < kSteps; ++step) value = value * kFactor + summand;
    y[i] = value;
}

void steps(float* y, const float* x, std::size_t n) {
    if (n == 0) return;
    constexpr unsigned kThreads = 256;
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>((n + kThreads - 1) / kThreads));
    steps_kernel<<<grid, block>>>(y, x, n);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace costs
