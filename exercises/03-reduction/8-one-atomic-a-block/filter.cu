// Exercise 03.8: this kernel keeps the positive elements of an array, and every one of them takes an atomic of its own. Take one
// for each block.
//
// make check EX=03.8 says where you stand.
#include <cstddef>

#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 256;

// your work begins
static __global__ void filter_kernel(int* out, unsigned* kept, const int* in, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    if (i < n && in[i] > 0) {
        const unsigned position = atomicAdd(kept, 1u);
        out[position] = in[i];
    }
}
// your work ends

// *kept = how many of the n elements at `in` are positive; out[0] … out[*kept - 1] are these, in any order. n may be 0; `out` has
// room for n.
void filter(int* out, unsigned* kept, const int* in, std::size_t n) {
    CUDA_CHECK(cudaMemsetAsync(kept, 0, sizeof *kept));
    if (n == 0) return;
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>((n + kThreads - 1) / kThreads));
    filter_kernel<<<grid, block>>>(out, kept, in, n);
    CUDA_CHECK(cudaGetLastError());
}
