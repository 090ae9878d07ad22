// New base: the kernel reads whole tiles of a larger d and of its transpose, which another kernel prepares.
//
// Register-blocked: a thread computes 8 × 8 elements of r. For each k it reads 8 values of a column and 8 of a row, and does 64
// relaxations with them: a load for every 4 relaxations where rung 1 has 2 for each. A block has 8 × 8 threads and a tile of
// 64 × 64. A thread's elements do not lie together: thread (x, y) has rows x, 8 + x, …, 56 + x and columns y, 8 + y, …, 56 + y
// of the tile, so that lanes, which differ in x first, read neighbours. Columns of d are rows of its transpose t. Both are padded
// with infinity, so that no tile hangs over (more/padding/ has that kernel as a ladder). It is the course's version 2 with its
// strides corrected: d and r are n × n.
//
// Predicted: a request for t takes 1 sector (8 neighbours, each read by 4 lanes), and so does one for d (4 neighbours); 16 requests for
// a warp's 2048 relaxations. The store of r is not coalesced: 8 rows of 4 neighbours, 8 sectors of which half is used.
#include <cstddef>

#include "common/cuda/check.hpp"
#include "common/cuda/pad.cuh"

namespace register_blocked {

constexpr int kSide = 8;  // threads on a side of the block
constexpr int kRows = 8;  // elements of r that a thread has
constexpr int kCols = 8;
constexpr int kTile = kSide * kRows;  // elements on a side of the block's tile
static_assert(kRows == kCols, "the tile is a square");

// Lengths: const float*, or Recorded of programs/parts/recorder.cu, which writes down the elements that are read.
template <class Lengths>
__device__ void shortcuts_of_thread(float* r, Lengths d, Lengths t, std::size_t n, std::size_t nn) {
    // region: mapping
    const std::size_t first_i = blockIdx.x * std::size_t{kTile} + threadIdx.x;
    const std::size_t first_j = blockIdx.y * std::size_t{kTile} + threadIdx.y;
    // end region

    float best[kRows][kCols];
    for (int a = 0; a < kRows; ++a) {
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    }
    // region: relax
    for (std::size_t k = 0; k < n; ++k) {
        float to_k[kRows];
        float from_k[kCols];
        for (int a = 0; a < kRows; ++a) to_k[a] = t[nn * k + first_i + a * kSide];    // d[i][k]
        for (int b = 0; b < kCols; ++b) from_k[b] = d[nn * k + first_j + b * kSide];  // d[k][j]
        for (int a = 0; a < kRows; ++a) {
            for (int b = 0; b < kCols; ++b) best[a][b] = fminf(best[a][b], to_k[a] + from_k[b]);
        }
    }
    // end region
    for (int a = 0; a < kRows; ++a) {
        for (int b = 0; b < kCols; ++b) {
            const std::size_t i = first_i + a * kSide;
            const std::size_t j = first_j + b * kSide;
            if (i < n && j < n) r[n * i + j] = best[a][b];
        }
    }
}

// Writes padded d and its transpose t, a row of d for each block. Elements outside d are infinite.
static __global__ void pad_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    const std::size_t i = blockIdx.x;
    for (std::size_t j = threadIdx.x; j < nn; j += kTile) {
        const float length = i < n && j < n ? d[n * i + j] : HUGE_VALF;
        d_and_t[nn * i + j] = length;
        d_and_t[nn * nn + nn * j + i] = length;
    }
}

static __global__ void shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn) {
    shortcuts_of_thread(r, d_and_t, d_and_t + nn * nn, n, nn);
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kTile);
    return 2 * nn * nn * sizeof(float);  // d and t
}

// Arguments as in 1_coalesced.cu; scratch: scratch_bytes(n) bytes on the device, which need not hold anything.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    gpu::annotate_padded(d_and_t, nn);
    const dim3 rows(static_cast<unsigned>(nn));
    const dim3 threads_of_row(kTile);
    pad_kernel<<<rows, threads_of_row>>>(d_and_t, d, n, nn);
    CUDA_CHECK(cudaGetLastError());
    const unsigned tiles = static_cast<unsigned>(nn / kTile);
    const dim3 grid(tiles, tiles);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d_and_t, n, nn);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace register_blocked
