// Warp-tiled: a block has a tile of 128 × 128, each of its four warps a square of 64 × 64, and a lane 16 × 8 of it. Each loaded length
// serves twice as many threads, and 24 lengths from shared memory serve 128 relaxations where 16 served 64. Each lane shares its row
// with one neighbour and its column with another, so an access of 16 bytes a lane takes two wavefronts. Two ks are relaxed at a time,
// so that another form (rung 7) may take the smallest of three. Compare with 5_double_buffered.cu.
//
// Predicted: half of rung 5's loads from global memory, three quarters of its loads from shared memory, and 2 wavefronts for each.
#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pad.cuh"

namespace warp_tiled {

// From programs/tune.cu. With rung 7's minimum, four other shapes that it tries are faster on an H200, by less than 1 %.
constexpr int kVector = 4;     // floats in a float4
constexpr int kTile = 128;     // elements on a side of the block's tile
constexpr int kWarpTile = 64;  // and of a warp's square
constexpr int kRows = 16;      // elements that a lane has, in pieces of 4 × 4
constexpr int kCols = 8;
constexpr int kRowStep = kWarpTile / kRows * kVector;  // from a lane's one piece to its next
constexpr int kColStep = kWarpTile / kCols * kVector;
constexpr int kWarps = kTile / kWarpTile;  // on a side of the block
constexpr int kPacks = kTile / kVector;
constexpr int kThreads = 32 * kWarps * kWarps;
constexpr int kDepth = 8;  // ks in a slab
static_assert(kDepth * kPacks % kThreads == 0, "all threads copy alike");

template <int kCount, int kStep>
__device__ inline void read_pieces(float (&values)[kCount], const float* from) {
#pragma unroll
    for (int piece = 0; piece < kCount / kVector; ++piece) {
        *reinterpret_cast<float4*>(&values[piece * kVector]) =
            *reinterpret_cast<const float4*>(from + piece * kStep);
    }
}

// Two blocks on a multiprocessor: one computes while the other waits at a barrier.
static __global__ void __launch_bounds__(kThreads, 2)
    shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn) {
    __shared__ alignas(16) float to_k[2][kDepth][kTile];  // of one slab and of the next
    __shared__ alignas(16) float from_k[2][kDepth][kTile];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.x;
    // region: lanes
    // 4 × 8 lanes. Lanes n and n ^ 1 have the same row, n and n ^ 2 the same column.
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const int lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const int row = warp / kWarps * kWarpTile + lane_row * kVector;  // of the lane's first piece, in the tile
    const int col = warp % kWarps * kWarpTile + lane_col * kVector;
    // end region
    const float* next_d = d_and_t + first_j;
    const float* next_t = d_and_t + nn * nn + first_i;
    const int slab_count = static_cast<int>((n + kDepth - 1) / kDepth);
    // Starts this thread's share of copying a slab, if there is one more, to one half of shared memory.
    const auto start_copies = [&](int slab, int half) {
        if (slab < slab_count) {
#pragma unroll
            for (int first = 0; first < kDepth * kPacks; first += kThreads) {
                const int k = (first + thread) / kPacks;
                const int x = (first + thread) % kPacks * kVector;
                __pipeline_memcpy_async(&to_k[half][k][x], next_t + nn * k + x, sizeof(float4));
                __pipeline_memcpy_async(&from_k[half][k][x], next_d + nn * k + x, sizeof(float4));
            }
            next_t += nn * kDepth;
            next_d += nn * kDepth;
        }
        __pipeline_commit();
    };

    float best[kRows][kCols];
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
#pragma unroll
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    }
    start_copies(0, 0);
    // region: loop
    for (int slab = 0; slab < slab_count; ++slab) {
        const int half = slab % 2;
        __pipeline_wait_prior(0);
        __syncthreads();  // this slab is complete, and no thread still reads the one before
        start_copies(slab + 1, 1 - half);
#pragma unroll
        for (int k = 0; k < kDepth; k += 2) {
            alignas(16) float to0[kRows], to1[kRows], from0[kCols], from1[kCols];
            read_pieces<kRows, kRowStep>(to0, &to_k[half][k][row]);  // d[i][k] of 16 rows i
            read_pieces<kRows, kRowStep>(to1, &to_k[half][k + 1][row]);
            read_pieces<kCols, kColStep>(from0, &from_k[half][k][col]);  // d[k][j] of 8 columns j
            read_pieces<kCols, kColStep>(from1, &from_k[half][k + 1][col]);
#pragma unroll
            for (int a = 0; a < kRows; ++a) {
#pragma unroll
                for (int b = 0; b < kCols; ++b)
                    best[a][b] = fminf(fminf(best[a][b], to0[a] + from0[b]), to1[a] + from1[b]);
            }
        }
    }
    // end region
    const bool aligned = n % kVector == 0 && reinterpret_cast<std::uintptr_t>(r) % sizeof(float4) == 0;
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + row + a / kVector * kRowStep + a % kVector;
#pragma unroll
        for (int b = 0; b < kCols; b += kVector) {
            const std::size_t j = first_j + col + b / kVector * kColStep;
            if (i >= n || j >= n) continue;
            if (aligned) {
                // __stwb, not an assignment: nvcc 13.0 makes four stores of every other assignment.
                __stwb(reinterpret_cast<float4*>(r + n * i + j),
                       make_float4(best[a][b], best[a][b + 1], best[a][b + 2], best[a][b + 3]));
            } else {
#pragma unroll
                for (int e = 0; e < kVector; ++e)
                    if (j + e < n) r[n * i + j + e] = best[a][b + e];
            }
        }
    }
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kTile);
    return 2 * nn * nn * sizeof(float);  // d and t
}

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    // region: launch
    gpu::pad(d_and_t, d, n, nn, HUGE_VALF);
    const unsigned tiles = static_cast<unsigned>(nn / kTile);
    const dim3 grid(tiles, tiles);
    const dim3 block(kThreads);
    shortcuts_kernel<<<grid, block>>>(r, d_and_t, n, nn);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace warp_tiled
