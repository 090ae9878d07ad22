// New base: one size of tiles again, and no atomic operations.
//
// Divided k: the warps of a block divide the values of k, not several blocks. Tiles are of 64 × 64 at every n, which makes enough blocks
// for all multiprocessors. Two groups of two warps share a tile, each with half of the ks, so a block has as many warps as rung 7's
// with a quarter of its tile. At the end the second group hands its minima to the first one through shared memory, and r is written
// once, without atomics. One kernel checks and pads the lengths and reads them once, and each kernel is launched before the one before it
// has ended. Compare with 8_enough_blocks.cu.
//
// Predicted: no atomics. Before the kernel that computes runs one kernel fewer than in rung 8, and two fewer with few vertices. At 1000
// vertices at least a tenth faster. At 6300 no slower, although tiles of a quarter of the size load twice as many lengths.
#include <cuda_pipeline.h>

#include <cstddef>

#include "common/cuda/all_inside.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/dependent_launch.cuh"
#include "common/cuda/dpx.cuh"
#include "common/cuda/pad.cuh"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace divided_k {

constexpr int kVector = 4;                       // floats in a float4
constexpr int kTile = 64;                        // elements on a side of the block's tile
constexpr int kRows = 8, kCols = 8;              // elements that a lane has, in pieces of 4 × 4
constexpr int kLanesDown = 4, kLanesAcross = 8;  // a warp's lanes
constexpr int kRowStep = kLanesDown * kVector;   // from a lane's one piece to its next
constexpr int kColStep = kLanesAcross * kVector;
constexpr int kWarpRows = kLanesDown * kRows;  // 32, and all 64 columns: two warps have the tile
constexpr int kDepth = 16;                     // ks in a slab
constexpr int kPacks = kTile / kVector;
constexpr int kGroupThreads = 32 * (kTile / kWarpRows);
constexpr int kGroups = 2;    // that share the tile, and divide k
constexpr int kResident = 3;  // blocks that a multiprocessor is to hold at once
static_assert(kLanesAcross * kCols == kTile, "a warp is as wide as the tile");
static_assert(kDepth * kPacks % kGroupThreads == 0, "all threads copy alike");

// A group's shared memory: two slabs, one in use and one in flight.
struct Slabs {
    alignas(16) float to_k[2][kDepth][kTile];
    alignas(16) float from_k[2][kDepth][kTile];
};
static_assert(sizeof(Slabs[kGroups]) >= sizeof(float[kRows][kCols]) * kGroupThreads, "minima fit there");

// The smallest of three lengths. kNotNegative: by their bits, with infinity above all numbers and NaN above infinity.
template <bool kNotNegative>
__device__ float smallest(float best, float first, float second) {
    if constexpr (kNotNegative)
        return __int_as_float(
            __vimin3_s32(__float_as_int(first), __float_as_int(second), __float_as_int(best)));
    return fminf(fminf(best, first), second);
}

// Waits for the group's threads only. __syncthreads() is barrier 0, and waits for the whole block.
static __device__ void group_barrier(int group) {
    asm volatile("bar.sync %0, %1;" ::"r"(group + 1), "n"(kGroupThreads) : "memory");
}

// Does nothing if *answer says that the other form is right. Each kernel begins while the last blocks of the one before it still work,
// so that a launch costs little; but it waits for that kernel's end before it reads what it wrote.
template <bool kNotNegative>
static __global__ void __launch_bounds__(kGroups* kGroupThreads, kResident)
    shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn, const unsigned* answer) {
    gpu::wait_for_kernel_before();
    if (kNotNegative) gpu::let_next_kernel_come();
    if (*answer != (kNotNegative ? gpu::kAllInside : gpu::kSomeOutside)) return;
    __shared__ Slabs slabs[kGroups];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_j = blockIdx.x * std::size_t{kTile};
    const int group = threadIdx.x / kGroupThreads;
    const int thread = threadIdx.x % kGroupThreads;
    Slabs& own = slabs[group];
    // 4 × 8 lanes. Lanes n and n ^ 1 have the same row, n and n ^ 2 the same column.
    const int lane = thread % 32;
    const int lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const int lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const int row = thread / 32 * kWarpRows + lane_row * kVector;
    const int col = lane_col * kVector;
    // region: divide
    // Half of the slabs for each group. If they are odd in number, the last one is padding, which is infinite.
    const int slab_count = static_cast<int>((n + kGroups * kDepth - 1) / (kGroups * kDepth));
    const std::size_t first_k = static_cast<std::size_t>(group) * slab_count * kDepth;
    // end region
    const float* next_d = d_and_t + nn * first_k + first_j;
    const float* next_t = d_and_t + nn * nn + nn * first_k + first_i;
    // Starts this thread's share of copying a slab, if there is one more, to one half of shared memory.
    const auto start_copies = [&](int slab, int half) {
        if (slab < slab_count) {
#pragma unroll
            for (int first = 0; first < kDepth * kPacks; first += kGroupThreads) {
                const int k = (first + thread) / kPacks;
                const int x = (first + thread) % kPacks * kVector;
                __pipeline_memcpy_async(&own.to_k[half][k][x], next_t + nn * k + x, sizeof(float4));
                __pipeline_memcpy_async(&own.from_k[half][k][x], next_d + nn * k + x, sizeof(float4));
            }
            next_t += nn * kDepth;
            next_d += nn * kDepth;
        }
        __pipeline_commit();
    };

    alignas(16) float best[kRows][kCols];
    for (int a = 0; a < kRows; ++a)
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    start_copies(0, 0);
    for (int slab = 0; slab < slab_count; ++slab) {
        const int half = slab % 2;
        __pipeline_wait_prior(0);
        group_barrier(group);  // this slab is complete, and no thread of the group still reads the one before
        start_copies(slab + 1, 1 - half);
#pragma unroll
        for (int k = 0; k < kDepth; k += 2) {
            alignas(16) float to0[kRows], to1[kRows], from0[kCols], from1[kCols];
            gpu::read_pieces<kRowStep>(to0, &own.to_k[half][k][row]);  // d[i][k] of 8 rows i
            gpu::read_pieces<kRowStep>(to1, &own.to_k[half][k + 1][row]);
            gpu::read_pieces<kColStep>(from0, &own.from_k[half][k][col]);  // d[k][j] of 8 columns j
            gpu::read_pieces<kColStep>(from1, &own.from_k[half][k + 1][col]);
// Column by column, down one and up the next. The order changes no minimum, but which registers the compiler takes.
#pragma unroll
            for (int b = 0; b < kCols; ++b) {
#pragma unroll
                for (int step = 0; step < kRows; ++step) {
                    const int a = b % 2 == 0 ? step : kRows - 1 - step;
                    best[a][b] = smallest<kNotNegative>(best[a][b], to0[a] + from0[b], to1[a] + from1[b]);
                }
            }
        }
    }
    // region: join
    __syncthreads();  // no thread still reads a slab
    // A thread of the second group leaves its minima to its twin in the first one: pieces of four, one for each thread in turn.
    constexpr int kStep = kGroupThreads * kVector;
    float* const minima = reinterpret_cast<float*>(slabs) + thread * kVector;
    if (group == 1) {
#pragma unroll
        for (int piece = 0; piece < kRows * kCols / kVector; ++piece)
            *reinterpret_cast<float4*>(minima + piece * kStep) =
                *reinterpret_cast<const float4*>(&best[0][0] + piece * kVector);
    }
    __syncthreads();
    if (group == 1) return;
    alignas(16) float others[kRows * kCols];
    gpu::read_pieces<kStep>(others, minima);
    for (int a = 0; a < kRows; ++a)
        for (int b = 0; b < kCols; ++b) best[a][b] = fminf(best[a][b], others[a * kCols + b]);
    // end region
    const bool aligned = gpu::rows_aligned(r, n);
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + row + a / kVector * kRowStep + a % kVector;
        for (int b = 0; b < kCols; b += kVector) {
            const std::size_t j = first_j + col + b / kVector * kColStep;
            const float* const piece = &best[a][b];
            gpu::store_piece(r, n, i, j, make_float4(piece[0], piece[1], piece[2], piece[3]), aligned);
        }
    }
}

// Does the work of gpu::check_all() and gpu::pad(), but reads d once. *answer must be kAllInside before the launch.
static __global__ void prepare_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn,
                                      unsigned* answer) {
    __shared__ float tile[gpu::kPadTile][gpu::kPadTile + 1];
    const std::size_t first_row = gpu::tile_y() * gpu::kPadTile;
    const std::size_t first_col = gpu::tile_x() * gpu::kPadTile;
    const unsigned x = threadIdx.x;
    constexpr unsigned kOfAThread = gpu::kPadTile / gpu::kPadRows;
    float length[kOfAThread];  // all of them in flight before the first is stored
#pragma unroll
    for (unsigned e = 0; e < kOfAThread; ++e) {
        const std::size_t i = first_row + threadIdx.y + e * gpu::kPadRows;
        length[e] = i < n && first_col + x < n ? d[n * i + first_col + x] : HUGE_VALF;
    }
    bool all = true;
#pragma unroll
    for (unsigned e = 0; e < kOfAThread; ++e) {
        const unsigned y = threadIdx.y + e * gpu::kPadRows;
        all = all && gpu::NotNegative{}(length[e]);
        d_and_t[nn * (first_row + y) + first_col + x] = length[e];
        tile[y][x] = length[e];
    }
    if (__any_sync(0xffffffff, !all) && x == 0) atomicOr(answer, gpu::kSomeOutside);
    __syncthreads();
#pragma unroll
    for (unsigned y = threadIdx.y; y < gpu::kPadTile; y += gpu::kPadRows)
        d_and_t[nn * nn + nn * (first_col + y) + first_row + x] = tile[x][y];
    // Not earlier: the next kernel's blocks would crowd on the multiprocessors that are free first.
    gpu::let_next_kernel_come();
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kTile);
    return 2 * nn * nn * sizeof(float) + 16;  // d and t, and the answer
}

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    gpu::annotate_padded(d_and_t, nn);
    unsigned* const answer = reinterpret_cast<unsigned*>(d_and_t + 2 * nn * nn);
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    const dim3 pad_grid = gpu::tile_grid(nn / gpu::kPadTile, nn / gpu::kPadTile);
    const dim3 pad_block(gpu::kPadTile, gpu::kPadRows);
    prepare_kernel<<<pad_grid, pad_block>>>(d_and_t, d, n, nn, answer);
    CUDA_CHECK(cudaGetLastError());
    const dim3 grid(static_cast<unsigned>(nn / kTile), static_cast<unsigned>(nn / kTile));
    const dim3 block(kGroups * kGroupThreads);
    gpu::launch_dependent(shortcuts_kernel<true>, grid, block, 0, r, d_and_t, n, nn, answer);
    gpu::launch_dependent(shortcuts_kernel<false>, grid, block, 0, r, d_and_t, n, nn, answer);
}

}  // namespace divided_k
