// Exercise 03.3: the first warp of this kernel does the last rounds without a barrier. Make that safe, without barriers for the block.
//
// make check EX=03.3 says where you stand.
#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 512;  // and elements

// your work begins
static __global__ void reduce_kernel(int* sum, const int* in) {
    __shared__ volatile int partial[kThreads];
    const unsigned t = threadIdx.x;
    partial[t] = in[t];
    for (unsigned stride = kThreads / 2; stride >= 32; stride /= 2) {
        __syncthreads();
        if (t < stride) partial[t] = partial[t] + partial[t + stride];
    }
    __syncthreads();
    if (t < 32) {
        partial[t] = partial[t] + partial[t + 16];
        partial[t] = partial[t] + partial[t + 8];
        partial[t] = partial[t] + partial[t + 4];
        partial[t] = partial[t] + partial[t + 2];
        partial[t] = partial[t] + partial[t + 1];
    }
    if (t == 0) *sum = partial[0];
}
// your work ends

// *sum = the sum of the 512 elements at `in`.
void reduce(int* sum, const int* in) {
    const dim3 grid(1);
    const dim3 block(kThreads);
    reduce_kernel<<<grid, block>>>(sum, in);
    CUDA_CHECK(cudaGetLastError());
}
