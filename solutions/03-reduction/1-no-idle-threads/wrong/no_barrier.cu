// fails: every section's sum is right | race: two threads use one place in shared memory
// A round begins before the one before has ended.
#include "common/cuda/check.hpp"

constexpr unsigned kSection = 1024;  // elements of a block
constexpr unsigned kThreads = kSection / 2;

static __global__ void reduce_kernel(int* results, const int* in) {
    __shared__ int partial[kThreads];
    const unsigned t = threadIdx.x;
    const int* const section = in + static_cast<std::size_t>(blockIdx.x) * kSection;
    partial[t] = section[t] + section[t + kThreads];
    for (unsigned stride = kThreads / 2; stride > 0; stride /= 2) {
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
