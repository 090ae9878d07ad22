// Double-buffered: while the block computes with one slab, asynchronous copies (cp.async) load the next one into the other half of
// shared memory, without passing through registers. A slab needs one barrier, not two: after it the new slab is complete, and the old
// one may be overwritten. Compare with 4_bank_conflict_free.cu, where every thread waits for its float4 before it can store them, and
// then for all other threads.
//
// Predicted: rung 4's loads from global and from shared memory, half its barriers, and no store into shared memory by a thread.
#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pad.cuh"

namespace double_buffered {

constexpr int kVector = 4;  // floats in a float4
constexpr int kSide = 8;    // threads on a side of the block
constexpr int kRows = 8;    // elements of r that a thread has
constexpr int kCols = 8;
constexpr int kTile = kSide * kRows;  // elements on a side of the block's tile
static_assert(kRows == kCols, "the tile is a square");
constexpr int kPieces = kRows / kVector;
constexpr int kStep = kTile / kPieces;  // from a thread's one float4 to its next
constexpr int kPacks = kTile / kVector;
constexpr int kThreads = kSide * kSide;
constexpr int kDepth = 8;  // ks in a slab
static_assert(kDepth * kPacks % kThreads == 0, "all threads copy alike");

__device__ inline void read_pieces(float (&values)[kRows], const float* from) {
#pragma unroll
    for (int piece = 0; piece < kPieces; ++piece) {
        *reinterpret_cast<float4*>(&values[piece * kVector]) =
            *reinterpret_cast<const float4*>(from + piece * kStep);
    }
}

static __global__ void shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn) {
    __shared__ alignas(16) float to_k[2][kDepth][kTile];  // of one slab and of the next
    __shared__ alignas(16) float from_k[2][kDepth][kTile];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.y * kSide + threadIdx.x;
    const int row = threadIdx.y * kVector;  // of the thread's first piece, within the tile
    const int col = threadIdx.x * kVector;
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
        for (int k = 0; k < kDepth; ++k) {
            alignas(16) float to[kRows], from[kCols];
            read_pieces(to, &to_k[half][k][row]);      // d[i][k] of 8 rows i
            read_pieces(from, &from_k[half][k][col]);  // d[k][j] of 8 columns j
            for (int a = 0; a < kRows; ++a) {
                for (int b = 0; b < kCols; ++b) best[a][b] = fminf(best[a][b], to[a] + from[b]);
            }
        }
    }
    // end region
    const bool aligned = n % kVector == 0 && reinterpret_cast<std::uintptr_t>(r) % sizeof(float4) == 0;
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + row + a / kVector * kStep + a % kVector;
        for (int b = 0; b < kCols; b += kVector) {
            const std::size_t j = first_j + col + b / kVector * kStep;
            if (i >= n || j >= n) continue;
            if (aligned) {
                // __stwb, not an assignment: nvcc 13.0 makes four stores of every other assignment.
                __stwb(reinterpret_cast<float4*>(r + n * i + j),
                       make_float4(best[a][b], best[a][b + 1], best[a][b + 2], best[a][b + 3]));
            } else {
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
    gpu::pad(d_and_t, d, n, nn, HUGE_VALF);
    const unsigned tiles = static_cast<unsigned>(nn / kTile);
    const dim3 grid(tiles, tiles);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d_and_t, n, nn);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace double_buffered
