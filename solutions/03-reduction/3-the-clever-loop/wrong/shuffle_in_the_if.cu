// fails: the sum is right, and not by luck | deadlock
// Lanes are named in the mask that never come to the shuffle.
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
        int value = partial[t];
        for (unsigned offset = 16; offset > 0; offset /= 2) {
            if (t < offset) value += __shfl_down_sync(0xffffffff, value, offset);
        }
        partial[t] = value;
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
