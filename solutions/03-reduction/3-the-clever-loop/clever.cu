// Solution of exercise 03.3: __syncwarp() between reading and writing, and between the rounds. With shuffles, as in
// chapters/03-reduction/5_shuffles.cu, it is shorter and passes too.
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
        for (unsigned stride = 16; stride > 0; stride /= 2) {
            const int other = partial[t + stride];
            __syncwarp();
            partial[t] += other;
            __syncwarp();
        }
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
