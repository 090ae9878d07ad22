// fails: the pairs are shared out among many threads | 32 threads for 4096 pairs
// One warp exchanges all pairs, coalesced, and the rest of the GPU looks on.
#include "common/cuda/check.hpp"

static __global__ void reverse_kernel(float* data, std::size_t n) {
    for (std::size_t i = threadIdx.x; i < n / 2; i += blockDim.x) {
        const float front = data[i];
        const float back = data[n - 1 - i];
        data[i] = back;
        data[n - 1 - i] = front;
    }
}

void reverse(float* data, std::size_t n) {
    reverse_kernel<<<1, 32>>>(data, n);
    CUDA_CHECK(cudaGetLastError());
}
