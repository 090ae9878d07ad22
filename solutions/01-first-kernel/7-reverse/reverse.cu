// Solution of exercise 01.7: one thread for each pair. Only this thread touches the two elements; it loads both and then stores
// both. For odd n the element in the middle stays. Lanes in reverse order share sectors as well as lanes in order.
#include "common/cuda/check.hpp"

static __global__ void reverse_kernel(float* data, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    const float front = data[i];
    const float back = data[n - 1 - i];
    data[i] = back;
    data[n - 1 - i] = front;
}

// Reverses n elements on the device, at least two.
void reverse(float* data, std::size_t n) {
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    reverse_kernel<<<grid, block>>>(data, n);
    CUDA_CHECK(cudaGetLastError());
}
