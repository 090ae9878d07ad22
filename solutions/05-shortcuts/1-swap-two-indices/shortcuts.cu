// Solution of exercise 05.1: threadIdx.x goes with the column. Compare with chapters/05-shortcuts/1_coalesced.cu.
#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/1-swap-two-indices/predictions.hpp"

namespace predicted {

// Sectors of one request of a warp, for n = 64, before the swap: blocks of 16 × 16, i from threadIdx.x.
const double first_before = 16;  // 16 rows, one column: a sector for each
const double second_before = 1;  // two neighbours in one row
const double store_before = 16;  // 16 rows, two neighbours in each

// And after it.
const double first_after = 2;   // two rows, each for 16 lanes
const double second_after = 2;  // 16 neighbours, read by both halves
const double store_after = 4;   // two rows of 16 neighbours

}  // namespace predicted

constexpr unsigned kSide = 16;

static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n) {
    const std::size_t i = blockIdx.y * std::size_t{kSide} + threadIdx.y;
    const std::size_t j = blockIdx.x * std::size_t{kSide} + threadIdx.x;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
}

// r[i][j] = min over k of d[i][k] + d[k][j], on the device; d and r have n rows of n.
void shortcuts(float* r, const float* d, std::size_t n) {
    const unsigned blocks = static_cast<unsigned>((n + kSide - 1) / kSide);
    const dim3 grid(blocks, blocks);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d, n);
    CUDA_CHECK(cudaGetLastError());
}
