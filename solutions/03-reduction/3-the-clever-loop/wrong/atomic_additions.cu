// fails: the last 32 values are added in rounds, not one by one | 1 atomic; none is needed
// Atomic additions to one word: they come one after the other, whoever asks for them.
#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 512;  // and elements

static __global__ void reduce_kernel(int* sum, const int* in) {
    __shared__ int partial[kThreads];
    const unsigned t = threadIdx.x;
    partial[t] = in[t];
    for (unsigned stride = kThreads / 2; stride >= 32; stride /= 2) {
        __syncthreads();
        if (t < stride) partial[t] = partial[t] + partial[t + stride];
    }
    __syncthreads();
    if (t < 32) {
        if (t > 0) atomicAdd(&partial[0], partial[t]);
        __syncwarp();
    }
    if (t == 0) *sum = partial[0];
}

// *sum = the sum of the 512 elements at `in`.
void reduce(int* sum, const int* in) {
    const dim3 grid(1);
    const dim3 block(kThreads);
    reduce_kernel<<<grid, block>>>(sum, in);
    CUDA_CHECK(cudaGetLastError());
}
