// fails: it is still the simple kernel: a thread for each element, two loads a relaxation | it is launched as
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

static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n) {
    const std::size_t i = blockIdx.y * std::size_t{8} + threadIdx.y;
    const std::size_t j = blockIdx.x * std::size_t{32} + threadIdx.x;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
}

// r[i][j] = min over k of d[i][k] + d[k][j], on the device; d and r have n rows of n.
void shortcuts(float* r, const float* d, std::size_t n) {
    const dim3 grid(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>((n + 7) / 8));
    const dim3 block(32, 8);
    shortcuts_kernel<<<grid, block>>>(r, d, n);
    CUDA_CHECK(cudaGetLastError());
}
