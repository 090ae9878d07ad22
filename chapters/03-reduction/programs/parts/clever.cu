// Kirk and Hwu's exercise 5.12: a bright young engineer ends the tree at 32 elements and has the first warp do the rest
// without if and without barrier, since the lanes of a warp run in step, each instruction by all 32 together. Three
// versions: the engineer's, the one that used to work, and one that is right. Rung 5 has another right one, with shuffles.
//
//   clever         wrong everywhere. Without a barrier a compiler may assume that no other thread writes here: it loads all
//                  five partners before it stores anything, and of 32 partial sums only six are added.
//   with_volatile  the compiler keeps every load and store where it is written. Right on GPUs before Volta, whose lanes ran in
//                  step; since then only by luck: lane 16 may have added partial[32] to partial[16] before lane 0 reads it.
//   with_syncwarp  right: the warp's barrier stands between reading and writing, and between the rounds.
#include "chapters/03-reduction/programs/parts/clever.hpp"

#include "common/cuda/check.hpp"

namespace rounds {

// The rounds with barriers: 32 partial sums are left.
static __device__ void reduce_to_a_warp(int* partial) {
    for (unsigned stride = kSection / 2; stride >= 32; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    __syncthreads();
}

// Lanes 16 to 31 add too. Their results are no part of the sum, but they are written where other lanes read.
template <class Int>
__device__ void add_in_step(Int* partial) {
    const unsigned t = threadIdx.x;
    // region: clever
    if (t < 32) {
        partial[t] = partial[t] + partial[t + 16];
        partial[t] = partial[t] + partial[t + 8];
        partial[t] = partial[t] + partial[t + 4];
        partial[t] = partial[t] + partial[t + 2];
        partial[t] = partial[t] + partial[t + 1];
    }
    // end region
}

static __global__ void clever_kernel(int* sum, const int* in) {
    __shared__ int partial[kSection];
    partial[threadIdx.x] = in[threadIdx.x];
    reduce_to_a_warp(partial);
    add_in_step<int>(partial);
    if (threadIdx.x == 0) *sum = partial[0];
}

static __global__ void with_volatile_kernel(int* sum, const int* in) {
    __shared__ int partial[kSection];
    partial[threadIdx.x] = in[threadIdx.x];
    reduce_to_a_warp(partial);
    add_in_step<volatile int>(partial);
    if (threadIdx.x == 0) *sum = partial[0];
}

static __global__ void with_syncwarp_kernel(int* sum, const int* in) {
    __shared__ int partial[kSection];
    const unsigned t = threadIdx.x;
    partial[t] = in[t];
    reduce_to_a_warp(partial);
    // region: with_syncwarp
    if (t < 32) {
        for (unsigned stride = 16; stride > 0; stride /= 2) {
            const int other = partial[t + stride];
            __syncwarp();
            partial[t] += other;
            __syncwarp();
        }
    }
    // end region
    if (t == 0) *sum = partial[0];
}

static void run(void (*kernel)(int*, const int*), int* sum, const int* in) {
    const dim3 grid(1);
    const dim3 block(kSection);
    kernel<<<grid, block>>>(sum, in);
    CUDA_CHECK(cudaGetLastError());
}

void clever(int* sum, const int* in) { run(clever_kernel, sum, in); }
void with_volatile(int* sum, const int* in) { run(with_volatile_kernel, sum, in); }
void with_syncwarp(int* sum, const int* in) { run(with_syncwarp_kernel, sum, in); }

}  // namespace rounds
