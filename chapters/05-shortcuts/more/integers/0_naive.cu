// Naive, for integers: rung 1 of the floats' ladder with lengths 0 … kNoEdge. No edge is the largest of them: adding anything
// to it must not make an edge of it, and the result never exceeds it. Compare with 1_add_and_minimum.cu.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace integers::naive {

constexpr unsigned kSide = 16;
constexpr std::int32_t kNoEdge = 0x3fffffff;  // the sum of two of them fits

static __global__ void shortcuts_kernel(std::int32_t* r, const std::int32_t* d, std::size_t n) {
    const std::size_t i = blockIdx.y * std::size_t{kSide} + threadIdx.y;
    const std::size_t j = blockIdx.x * std::size_t{kSide} + threadIdx.x;
    if (i >= n || j >= n) return;
    std::int32_t best = kNoEdge;
    for (std::size_t k = 0; k < n; ++k) best = min(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
}

std::size_t scratch_bytes(std::size_t) { return 0; }

// r[i][j] = min over k of d[i][k] + d[k][j], and kNoEdge at most. Lengths 0 … kNoEdge; otherwise as the floats' versions.
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void*) {
    if (n == 0) return;
    const unsigned blocks = static_cast<unsigned>((n + kSide - 1) / kSide);
    const dim3 grid(blocks, blocks);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d, n);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace integers::naive
