// Exercise 05.1: the simple kernel, with its lanes down a column. Swap two indices, and predict what that does.
//
// make check EX=05.1 says where you stand.
#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/1-swap-two-indices/predictions.hpp"

// your work begins
namespace predicted {

// Sectors of one request of a warp, for n = 64, before the swap: blocks of 16 × 16, i from threadIdx.x.
const double first_before = -1;   // d[i][k]
const double second_before = -1;  // d[k][j]
const double store_before = -1;   // r[i][j]

// And after it.
const double first_after = -1;
const double second_after = -1;
const double store_after = -1;

}  // namespace predicted

constexpr unsigned kSide = 16;

static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n) {
    const std::size_t i = blockIdx.x * std::size_t{kSide} + threadIdx.x;
    const std::size_t j = blockIdx.y * std::size_t{kSide} + threadIdx.y;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
}
// your work ends

// r[i][j] = min over k of d[i][k] + d[k][j], on the device; d and r have n rows of n.
void shortcuts(float* r, const float* d, std::size_t n) {
    const unsigned blocks = static_cast<unsigned>((n + kSide - 1) / kSide);
    const dim3 grid(blocks, blocks);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d, n);
    CUDA_CHECK(cudaGetLastError());
}
