// New base: the tiles and the kernel of the floats' rung 6, which the ladder of floats climbs to.
//
// One instruction adds and takes the minimum (DPX, __viaddmin_s32): a relaxation of integers is a single VIADDMNMX. Compare with
// 2_three_input_minimum.cu.
//
// Predicted: half the instructions of floats. But the unit that executes it takes 16 lanes a clock, as for every minimum, so it is not
// twice as fast.
#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/dpx.cuh"
#include "common/cuda/pad.cuh"
#include "common/cuda/pieces.cuh"

namespace integers::add_and_minimum {

constexpr std::int32_t kNoEdge = 0x3fffffff;  // the sum of two of them fits
constexpr int kVector = 4;                    // words in an int4
constexpr int kTile = 128;                    // elements on a side of the block's tile
constexpr int kWarpTile = 64;                 // and of a warp's square
constexpr int kRows = 16;                     // elements that a lane has, in pieces of 4 × 4
constexpr int kCols = 8;
constexpr int kRowStep = kWarpTile / kRows * kVector;  // from a lane's one piece to its next
constexpr int kColStep = kWarpTile / kCols * kVector;
constexpr int kWarps = kTile / kWarpTile;  // on a side of the block
constexpr int kPacks = kTile / kVector;
constexpr int kThreads = 32 * kWarps * kWarps;
constexpr int kDepth = 8;  // ks in a slab
static_assert(kDepth * kPacks % kThreads == 0, "all threads copy alike");

// Two blocks on a multiprocessor: one computes while the other waits at a barrier.
static __global__ void __launch_bounds__(kThreads, 2)
    shortcuts_kernel(std::int32_t* r, const std::int32_t* d_and_t, std::size_t n, std::size_t nn) {
    __shared__ alignas(16) std::int32_t to_k[2][kDepth][kTile];  // of one slab and of the next
    __shared__ alignas(16) std::int32_t from_k[2][kDepth][kTile];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.x;
    // 4 × 8 lanes. Lanes n and n ^ 1 have the same row, n and n ^ 2 the same column.
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const int lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const int row = warp / kWarps * kWarpTile + lane_row * kVector;  // of the lane's first piece, in the tile
    const int col = warp % kWarps * kWarpTile + lane_col * kVector;
    const std::int32_t* next_d = d_and_t + first_j;
    const std::int32_t* next_t = d_and_t + nn * nn + first_i;
    const int slab_count = static_cast<int>((n + kDepth - 1) / kDepth);
    // Starts this thread's share of copying a slab, if there is one more, to one half of shared memory.
    const auto start_copies = [&](int slab, int half) {
        if (slab < slab_count) {
#pragma unroll
            for (int first = 0; first < kDepth * kPacks; first += kThreads) {
                const int k = (first + thread) / kPacks;
                const int x = (first + thread) % kPacks * kVector;
                __pipeline_memcpy_async(&to_k[half][k][x], next_t + nn * k + x, sizeof(int4));
                __pipeline_memcpy_async(&from_k[half][k][x], next_d + nn * k + x, sizeof(int4));
            }
            next_t += nn * kDepth;
            next_d += nn * kDepth;
        }
        __pipeline_commit();
    };

    std::int32_t best[kRows][kCols];
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
#pragma unroll
        for (int b = 0; b < kCols; ++b) best[a][b] = kNoEdge;
    }
    start_copies(0, 0);
    for (int slab = 0; slab < slab_count; ++slab) {
        const int half = slab % 2;
        __pipeline_wait_prior(0);
        __syncthreads();  // this slab is complete, and no thread still reads the one before
        start_copies(slab + 1, 1 - half);
#pragma unroll
        for (int k = 0; k < kDepth; k += 2) {
            alignas(16) std::int32_t to0[kRows], to1[kRows], from0[kCols], from1[kCols];
            gpu::read_pieces<kRowStep>(to0, &to_k[half][k][row]);  // d[i][k] of 16 rows i
            gpu::read_pieces<kRowStep>(to1, &to_k[half][k + 1][row]);
            gpu::read_pieces<kColStep>(from0, &from_k[half][k][col]);  // d[k][j] of 8 columns j
            gpu::read_pieces<kColStep>(from1, &from_k[half][k + 1][col]);
#pragma unroll
            for (int a = 0; a < kRows; ++a) {
#pragma unroll
                for (int b = 0; b < kCols; ++b)
                    best[a][b] =
                        __viaddmin_s32(to1[a], from1[b], __viaddmin_s32(to0[a], from0[b], best[a][b]));
            }
        }
    }
    const bool aligned = gpu::rows_aligned(r, n);
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + row + a / kVector * kRowStep + a % kVector;
#pragma unroll
        for (int b = 0; b < kCols; b += kVector) {
            const std::size_t j = first_j + col + b / kVector * kColStep;
            const std::int32_t* const piece = &best[a][b];
            gpu::store_piece(r, n, i, j, make_int4(piece[0], piece[1], piece[2], piece[3]), aligned);
        }
    }
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kTile);
    return 2 * nn * nn * sizeof(std::int32_t);  // d and t
}

// Arguments as in 0_naive.cu; scratch as in the floats' rung 6.
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    std::int32_t* const d_and_t = static_cast<std::int32_t*>(scratch);
    gpu::pad(d_and_t, d, n, nn, kNoEdge);
    const unsigned tiles = static_cast<unsigned>(nn / kTile);
    const dim3 grid(tiles, tiles);
    const dim3 block(kThreads);
    shortcuts_kernel<<<grid, block>>>(r, d_and_t, n, nn);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace integers::add_and_minimum
