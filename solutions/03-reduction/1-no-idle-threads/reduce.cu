// Solution of exercise 03.1: half as many threads for a section, and each adds two elements before it stores to shared
// memory. Compare with chapters/03-reduction/4_first_add_while_loading.cu, which has the same idea for any length.
#include "common/cuda/check.hpp"

constexpr unsigned kSection = 1024;  // elements of a block
constexpr unsigned kThreads = kSection / 2;

static __global__ void reduce_kernel(int* results, const int* in) {
    __shared__ int partial[kThreads];
    const unsigned t = threadIdx.x;
    const int* const section = in + static_cast<std::size_t>(blockIdx.x) * kSection;
    partial[t] = section[t] + section[t + kThreads];
    for (unsigned stride = kThreads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride) partial[t] += partial[t + stride];
    }
    if (t == 0) results[blockIdx.x] = partial[0];
}

// results[s] = the sum of in[1024 s] … in[1024 s + 1023], for each of `sections` sections, at least one.
void reduce_sections(int* results, const int* in, std::size_t sections) {
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(sections));
    reduce_kernel<<<grid, block>>>(results, in);
    CUDA_CHECK(cudaGetLastError());
}
