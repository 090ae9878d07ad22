// Shared memory: the 64 threads of a block all read the same 64 columns and 64 rows, and each length was loaded 8 times. Now the block
// loads a slab of 8 ks into shared memory, each length once, and the threads read it there. A thread's 8 × 8 elements lie together, as
// you would first write it. x is the column now, so that the stores of a warp go along rows of r; padding is done in tiles. Compare
// with 2_register_blocked.cu.
//
// Predicted: an eighth of the requests to global memory, of 4 sectors each. But neighbouring lanes read 8 floats apart: in shared
// memory, 8 lanes fall into 4 banks, 2 wavefronts; and in r, each lane stores to a sector of its own.
#include <cstddef>

#include "common/cuda/check.hpp"
#include "common/cuda/pad.cuh"

namespace shared_memory {

constexpr int kSide = 8;  // threads on a side of the block
constexpr int kRows = 8;  // elements of r that a thread has
constexpr int kCols = 8;
constexpr int kTile = kSide * kRows;  // elements on a side of the block's tile
static_assert(kRows == kCols, "the tile is a square");
constexpr int kThreads = kSide * kSide;
constexpr int kDepth = 8;  // ks in a slab
static_assert(kThreads == kTile, "a thread copies one column of each slab");

static __global__ void shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn) {
    __shared__ float to_k[kDepth][kTile];    // to_k[k][i]: the first leg, from i to k
    __shared__ float from_k[kDepth][kTile];  // from_k[k][j]: the second, from k to j
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.y * kSide + threadIdx.x;
    const float* d = d_and_t + first_j + thread;
    const float* t = d_and_t + nn * nn + first_i + thread;

    float best[kRows][kCols];
    for (int a = 0; a < kRows; ++a) {
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    }
    for (std::size_t first_k = 0; first_k < n; first_k += kDepth) {
        // region: bring
        for (int k = 0; k < kDepth; ++k) {
            to_k[k][thread] = t[nn * (first_k + k)];    // d[first_i + thread][first_k + k]
            from_k[k][thread] = d[nn * (first_k + k)];  // d[first_k + k][first_j + thread]
        }
        __syncthreads();
        // end region
        // region: relax
        for (int k = 0; k < kDepth; ++k) {
            for (int a = 0; a < kRows; ++a) {
                for (int b = 0; b < kCols; ++b) {
                    // d[i][k] + d[k][j], i and j as below
                    best[a][b] = fminf(best[a][b],
                                       to_k[k][threadIdx.y * kRows + a] + from_k[k][threadIdx.x * kCols + b]);
                }
            }
        }
        // end region
        __syncthreads();  // the next slab overwrites this one
    }
    for (int a = 0; a < kRows; ++a) {
        for (int b = 0; b < kCols; ++b) {
            const std::size_t i = first_i + threadIdx.y * kRows + a;
            const std::size_t j = first_j + threadIdx.x * kCols + b;
            if (i < n && j < n) r[n * i + j] = best[a][b];
        }
    }
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kTile);
    return 2 * nn * nn * sizeof(float);  // d and t
}

// Arguments as in 2_register_blocked.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    gpu::pad(d_and_t, d, n, nn, HUGE_VALF);
    const unsigned tiles = static_cast<unsigned>(nn / kTile);
    const dim3 grid(tiles, tiles);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d_and_t, n, nn);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace shared_memory
