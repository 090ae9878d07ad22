// New base: there are two sizes of tiles, so the sizes become a parameter.
//
// Enough blocks: 1000 vertices make 64 tiles of 128 × 128, and half of an H200's 132 multiprocessors have nothing to do. 1500 make 144:
// twelve multiprocessors have two tiles, and the others wait for them. In such cases tiles are 64 × 64, and four blocks share each of
// them. They divide the values of k: each block finds the shortest paths over its own ks, and puts them into r by atomicMin on their
// bits, which have the order of the floats (rung 7). Compare with 7_three_input_minimum.cu, whose tiles it uses in all other cases.
//
// Predicted: at 1000 vertices 1024 blocks of 2 warps in place of 64 of 4, and at least 1.5 times rung 7's speed; at 6300 no change.
#include <cuda_pipeline.h>

#include <algorithm>
#include <cstddef>

#include "common/cuda/all_inside.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/device.hpp"
#include "common/cuda/dpx.cuh"
#include "common/cuda/pad.cuh"
#include "common/cuda/pieces.cuh"

namespace enough_blocks {

constexpr int kVector = 4;                       // floats in a float4
constexpr int kCols = 8;                         // columns that a lane has, in pieces of 4
constexpr int kLanesDown = 4, kLanesAcross = 8;  // a warp's lanes
constexpr int kRowStep = kLanesDown * kVector;   // from a lane's one piece to its next
constexpr int kColStep = kLanesAcross * kVector;
constexpr int kDepth = 8;  // ks in a slab

// Elements on a side of the block's tile; rows that a lane has, in pieces of 4; blocks that a multiprocessor is to hold at once.
template <int tile, int rows, int resident>
struct Tiles {
    static constexpr int kTile = tile, kRows = rows, kResident = resident;
    static constexpr int kWarpRows = kLanesDown * kRows, kWarpCols = kLanesAcross * kCols;
    static constexpr int kWarpsAcross = kTile / kWarpCols;
    static constexpr int kPacks = kTile / kVector;
    static constexpr int kThreads = 32 * kWarpsAcross * (kTile / kWarpRows);
    static_assert(kDepth * kPacks % kThreads == 0, "all threads copy alike");
};
using Large = Tiles<128, 16, 2>;  // rung 7's
using Small = Tiles<64, 8, 6>;
static_assert(Large::kTile % Small::kTile == 0, "the padded matrices are whole small tiles");
constexpr std::size_t kParts = 4;         // blocks that share a small tile's values of k
constexpr std::size_t kFewestDepth = 64;  // fewer ks are not worth a block of their own

// The smallest of three lengths. kNotNegative: by their bits, with infinity above all numbers and NaN above infinity.
template <bool kNotNegative>
__device__ float smallest(float best, float first, float second) {
    if constexpr (kNotNegative)
        return __int_as_float(
            __vimin3_s32(__float_as_int(first), __float_as_int(second), __float_as_int(best)));
    return fminf(fminf(best, first), second);
}

// blockIdx.z divides the values of k among blocks, `depth` for each, a multiple of kDepth. kInParts: keeps values of r that are
// smaller than the block's. Does nothing if *answer says that the other form is right.
template <class T, bool kNotNegative, bool kInParts>
static __global__ void __launch_bounds__(T::kThreads, T::kResident)
    shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn, std::size_t depth,
                     const unsigned* answer) {
    constexpr int kTile = T::kTile, kRows = T::kRows;
    if (*answer != (kNotNegative ? gpu::kAllInside : gpu::kSomeOutside)) return;
    __shared__ alignas(16) float to_k[2][kDepth][kTile];  // of one slab and of the next
    __shared__ alignas(16) float from_k[2][kDepth][kTile];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.x;
    // 4 × 8 lanes. Lanes n and n ^ 1 have the same row, n and n ^ 2 the same column.
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const int lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const int row = warp / T::kWarpsAcross * T::kWarpRows + lane_row * kVector;
    const int col = warp % T::kWarpsAcross * T::kWarpCols + lane_col * kVector;
    const std::size_t first_k = blockIdx.z * depth;
    const float* next_d = d_and_t + nn * first_k + first_j;
    const float* next_t = d_and_t + nn * nn + nn * first_k + first_i;
    const int slab_count = static_cast<int>((min(depth, n - first_k) + kDepth - 1) / kDepth);
    // Starts this thread's share of copying a slab, if there is one more, to one half of shared memory.
    const auto start_copies = [&](int slab, int half) {
        if (slab < slab_count) {
#pragma unroll
            for (int first = 0; first < kDepth * T::kPacks; first += T::kThreads) {
                const int k = (first + thread) / T::kPacks;
                const int x = (first + thread) % T::kPacks * kVector;
                __pipeline_memcpy_async(&to_k[half][k][x], next_t + nn * k + x, sizeof(float4));
                __pipeline_memcpy_async(&from_k[half][k][x], next_d + nn * k + x, sizeof(float4));
            }
            next_t += nn * kDepth;
            next_d += nn * kDepth;
        }
        __pipeline_commit();
    };

    float best[kRows][kCols];
    for (int a = 0; a < kRows; ++a)
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    start_copies(0, 0);
    for (int slab = 0; slab < slab_count; ++slab) {
        const int half = slab % 2;
        __pipeline_wait_prior(0);
        __syncthreads();  // this slab is complete, and no thread still reads the one before
        start_copies(slab + 1, 1 - half);
#pragma unroll
        for (int k = 0; k < kDepth; k += 2) {
            alignas(16) float to0[kRows], to1[kRows], from0[kCols], from1[kCols];
            gpu::read_pieces<kRowStep>(to0, &to_k[half][k][row]);  // d[i][k] of kRows rows i
            gpu::read_pieces<kRowStep>(to1, &to_k[half][k + 1][row]);
            gpu::read_pieces<kColStep>(from0, &from_k[half][k][col]);  // d[k][j] of 8 columns j
            gpu::read_pieces<kColStep>(from1, &from_k[half][k + 1][col]);
#pragma unroll
            for (int a = 0; a < kRows; ++a) {
#pragma unroll
                for (int b = 0; b < kCols; ++b)
                    best[a][b] = smallest<kNotNegative>(best[a][b], to0[a] + from0[b], to1[a] + from1[b]);
            }
        }
    }
    const bool aligned = gpu::rows_aligned(r, n);
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + row + a / kVector * kRowStep + a % kVector;
        for (int b = 0; b < kCols; b += kVector) {
            const std::size_t j = first_j + col + b / kVector * kColStep;
            if (kInParts) {
                if (i >= n || j >= n) continue;
                // region: atomic
                for (int e = 0; e < kVector; ++e)
                    if (j + e < n)
                        atomicMin(reinterpret_cast<int*>(r + n * i + j + e), __float_as_int(best[a][b + e]));
                // end region
            } else {
                const float* const piece = &best[a][b];
                gpu::store_piece(r, n, i, j, make_float4(piece[0], piece[1], piece[2], piece[3]), aligned);
            }
        }
    }
}

// All n × n results, k in parts of `depth`.
template <class T, bool kNotNegative, bool kInParts>
static void launch(float* r, const float* d_and_t, std::size_t n, std::size_t nn, std::size_t depth,
                   const unsigned* answer) {
    const unsigned tiles = static_cast<unsigned>((n + T::kTile - 1) / T::kTile);
    const dim3 grid(tiles, tiles, static_cast<unsigned>((n + depth - 1) / depth));
    const dim3 block(T::kThreads);
    shortcuts_kernel<T, kNotNegative, kInParts><<<grid, block>>>(r, d_and_t, n, nn, depth, answer);
    CUDA_CHECK(cudaGetLastError());
}

static __global__ void no_edges_kernel(float* r, std::size_t count) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) r[i] = HUGE_VALF;
}

// The number of ks for each block if several blocks share a small tile; 0 for large tiles, whose block has all ks. Tiles are large if
// that keeps the multiprocessors busy, on average, for nine tenths of the time of the one with the most tiles.
std::size_t depth_of_part(std::size_t n, std::size_t multiprocessors) {
    // region: parts
    const std::size_t tiles_across = (n + Large::kTile - 1) / Large::kTile;
    const std::size_t tiles = tiles_across * tiles_across;
    const std::size_t most = (tiles + multiprocessors - 1) / multiprocessors;  // of the busiest one
    if (10 * tiles >= 9 * most * multiprocessors) return 0;
    const std::size_t parts = std::max<std::size_t>(1, std::min(kParts, n / kFewestDepth));
    return gpu::padded((n + parts - 1) / parts, kDepth);
    // end region
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, Large::kTile);
    return 2 * nn * nn * sizeof(float) + 16;  // d and t, and the answer
}

// shortcuts() for a device with this many multiprocessors.
void shortcuts_for(std::size_t multiprocessors, float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t depth = depth_of_part(n, multiprocessors);
    const std::size_t nn = gpu::padded(n, Large::kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    unsigned* const answer = reinterpret_cast<unsigned*>(d_and_t + 2 * nn * nn);
    gpu::check_all(answer, d, n * n, gpu::NotNegative{});
    gpu::pad(d_and_t, d, n, nn, HUGE_VALF);
    if (depth == 0) {
        launch<Large, true, false>(r, d_and_t, n, nn, n, answer);
    } else {
        constexpr unsigned kThreads = 256;
        const dim3 grid(static_cast<unsigned>((n * n + kThreads - 1) / kThreads));
        const dim3 block(kThreads);
        no_edges_kernel<<<grid, block>>>(r, n * n);
        CUDA_CHECK(cudaGetLastError());
        launch<Small, true, true>(r, d_and_t, n, nn, depth, answer);
    }
    launch<Large, false, false>(r, d_and_t, n, nn, n, answer);
}

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    shortcuts_for(gpu::multiprocessors(), r, d, n, scratch);
}

}  // namespace enough_blocks
