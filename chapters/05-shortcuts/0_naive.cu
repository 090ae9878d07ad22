// Naive: a thread for each element of r, in blocks of 16 × 16, and the loop over k as you first write it. i comes from threadIdx.x and
// j from threadIdx.y, which looks natural in a formula with i before j. But lanes differ in threadIdx.x first: a warp has 16 values of
// i and 2 of j. Compare with 1_coalesced.cu, where the two indices change places.
//
// Predicted: a relaxation is two loads, an addition and a minimum. How many sectors each of the three accesses takes is the question of
// exercise 05.1; the first lines of 1_coalesced.cu answer it.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace naive {

constexpr unsigned kSide = 16;

// region: kernel
static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n) {
    // region: thread
    const std::size_t i = blockIdx.x * std::size_t{kSide} + threadIdx.x;
    const std::size_t j = blockIdx.y * std::size_t{kSide} + threadIdx.y;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    // d[i][k] + d[k][j]
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
    // end region
}
// end region

std::size_t scratch_bytes(std::size_t) { return 0; }

// r[i][j] = min over k of d[i][k] + d[k][j], on the device; d and r have n rows of n. Any n up to a million (a grid has at most
// 65,535 blocks in y). Lengths may be infinite and negative, not NaN or minus infinity; r and d must not overlap.
void shortcuts(float* r, const float* d, std::size_t n, void*) {
    if (n == 0) return;
    const unsigned blocks = static_cast<unsigned>((n + kSide - 1) / kSide);
    const dim3 grid(blocks, blocks);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d, n);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace naive
