// Coalesced: i and j change places. Lanes of a warp now differ in the column j, so they read neighbours in a row of d, and store
// neighbours in a row of r; d[i][k] is the same for 16 of them, and is read once. Compare with 0_naive.cu: two lines.
//
// Predicted: in rung 0 a request for d[i][k] takes 16 sectors, one for each row, one for d[k][j] takes 1, and the store of r takes 16.
// Here it is 2 for either factor, one for each of two rows of d[i][k], and two for the 16 neighbours of d[k][j]; 4 for the store. A
// relaxation still takes two loads, as many requests as before.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace coalesced {

constexpr unsigned kSide = 16;

// region: kernel
static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n) {
    const std::size_t i = blockIdx.y * std::size_t{kSide} + threadIdx.y;
    const std::size_t j = blockIdx.x * std::size_t{kSide} + threadIdx.x;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    // d[i][k] + d[k][j]
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
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

}  // namespace coalesced
