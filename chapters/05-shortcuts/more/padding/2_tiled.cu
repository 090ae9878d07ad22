// Tiled: the transpose goes through shared memory, 32 × 32 elements at a time with a float of padding in each row, as in chapter 02's
// rung 3. Compare with 1_row_per_block.cu: only the store into t differs, and is coalesced now. The rungs from the third on pad like this
// (common/cuda/pad.cuh).
//
// Predicted: 4 sectors per request for the load and both stores, no bank conflicts.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace padding::tiled {

constexpr unsigned kTile = 32;
constexpr unsigned kRows = 8;  // a block of 32 × 8 threads: each moves every eighth row of its column

static __global__ void pad_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    __shared__ float tile[kTile][kTile + 1];
    float* const copy = d_and_t;
    float* const t = d_and_t + nn * nn;
    const std::size_t first_row = blockIdx.y * std::size_t{kTile};
    const std::size_t first_col = blockIdx.x * std::size_t{kTile};
    const unsigned x = threadIdx.x;
#pragma unroll
    for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t i = first_row + y;
        const std::size_t j = first_col + x;
        const float length = i < n && j < n ? d[n * i + j] : HUGE_VALF;
        copy[nn * i + j] = length;
        tile[y][x] = length;
    }
    __syncthreads();
#pragma unroll
    for (unsigned y = threadIdx.y; y < kTile; y += kRows)
        t[nn * (first_col + y) + first_row + x] = tile[x][y];
}

// As 1_row_per_block.cu; nn is a multiple of 32, and at most two million.
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    if (n == 0) return;
    const unsigned tiles = static_cast<unsigned>(nn / kTile);
    const dim3 grid(tiles, tiles);
    const dim3 block(kTile, kRows);
    pad_kernel<<<grid, block>>>(d_and_t, d, n, nn);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace padding::tiled
