// fails: every element is where it belongs | launches: one is enough
// A launch for every 1,024 pairs.
#include "common/cuda/check.hpp"

static __global__ void reverse_kernel(float* data, std::size_t n, std::size_t first) {
    const std::size_t i = first + static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    const float front = data[i];
    const float back = data[n - 1 - i];
    data[i] = back;
    data[n - 1 - i] = front;
}

void reverse(float* data, std::size_t n) {
    for (std::size_t first = 0; first < n / 2; first += 1024) reverse_kernel<<<4, 256>>>(data, n, first);
    CUDA_CHECK(cudaGetLastError());
}
