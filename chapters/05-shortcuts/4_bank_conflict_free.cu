// Bank-conflict-free, in float4: a thread's 8 columns are two float4, half a tile apart, and so are its rows. Eight neighbouring lanes
// read 8 float4 that lie together, which uses all 32 banks once. Every access moves 16 bytes a lane instead of 4: to shared memory,
// from it, and to r. Compare with 3_shared_memory.cu.
//
// Predicted: a quarter of the requests everywhere, no bank conflicts, and stores of r in whole sectors if the rows of r start at
// multiples of 16 bytes (n a multiple of 4); otherwise the elements are stored one by one.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pad.cuh"

namespace bank_conflict_free {

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
    __shared__ alignas(16) float to_k[kDepth][kTile];
    __shared__ alignas(16) float from_k[kDepth][kTile];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.y * kSide + threadIdx.x;
    const float* d = d_and_t + first_j;
    const float* t = d_and_t + nn * nn + first_i;

    float best[kRows][kCols];
    for (int a = 0; a < kRows; ++a) {
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    }
    for (std::size_t first_k = 0; first_k < n; first_k += kDepth) {
#pragma unroll
        for (int first = 0; first < kDepth * kPacks; first += kThreads) {
            const int k = (first + thread) / kPacks;
            const int x = (first + thread) % kPacks * kVector;
            *reinterpret_cast<float4*>(&to_k[k][x]) =
                *reinterpret_cast<const float4*>(t + nn * (first_k + k) + x);
            *reinterpret_cast<float4*>(&from_k[k][x]) =
                *reinterpret_cast<const float4*>(d + nn * (first_k + k) + x);
        }
        __syncthreads();
        // region: relax
#pragma unroll
        for (int k = 0; k < kDepth; ++k) {
            alignas(16) float to[kRows], from[kCols];
            read_pieces(to, &to_k[k][threadIdx.y * kVector]);      // d[i][k] of 8 rows i
            read_pieces(from, &from_k[k][threadIdx.x * kVector]);  // d[k][j] of 8 columns j
            for (int a = 0; a < kRows; ++a) {
                for (int b = 0; b < kCols; ++b) best[a][b] = fminf(best[a][b], to[a] + from[b]);
            }
        }
        // end region
        __syncthreads();  // the next slab overwrites this one
    }
    const bool aligned = n % kVector == 0 && reinterpret_cast<std::uintptr_t>(r) % sizeof(float4) == 0;
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + threadIdx.y * kVector + a / kVector * kStep + a % kVector;
        for (int b = 0; b < kCols; b += kVector) {
            const std::size_t j = first_j + threadIdx.x * kVector + b / kVector * kStep;
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

// Arguments as in 2_register_blocked.cu; scratch starts at a multiple of 16 bytes, as everything that cudaMalloc returns.
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

}  // namespace bank_conflict_free
