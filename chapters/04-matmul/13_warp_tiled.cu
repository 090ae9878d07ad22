// New base: a shape for each level, block, warp and lane, and a loop in which no thread waits.
//
// Warp-tiled: a block computes 128 x 256 elements of C, each of its 8 warps a square of 64 x 64, each lane 16 x 8 of them; lanes lie
// in a grid of 4 x 8. For one k a warp then needs 64 + 64 floats of A and B, the least for 64 x 64 products; a warp of rung 12
// (2 x 16 lanes) needs 16 + 128. One block of 8 warps fills a multiprocessor: a thread may have 255 registers, but each scheduler has
// only two warps and cannot hide one's waiting behind the other. So nothing may wait: there are four buffers of tiles, and elements
// of A and B are loaded from shared memory one k ahead, into the second of two sets of registers. Compare with 12_double_buffered.cu.
//
// Predicted, for each k and warp: 6 shared loads of 2 wavefronts each for 128 FFMA; no bank conflicts. 128 of 134 issue slots
// may multiply, and shared memory is busy with loads for 12 x 8 of the 256 cycles that the FFMA of 8 warps take.
#include "common/cuda/async_copy.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/four.cuh"
#include "common/cuda/gemm.hpp"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace warp_tiled {

constexpr unsigned kVector = 4;  // floats in a float4
// A thread's rows are kRowRuns runs of kVector neighbours, its columns kColRuns of them.
constexpr unsigned kRowRuns = 4;
constexpr unsigned kColRuns = 2;
constexpr unsigned kRows = kRowRuns * kVector;  // elements of C that a thread has
constexpr unsigned kCols = kColRuns * kVector;
constexpr unsigned kLaneRows = 4;  // a warp's lanes as a grid
constexpr unsigned kLaneCols = 8;
constexpr unsigned kWarpTile = 64;  // elements on a side of a warp's square
constexpr unsigned kWarpRows = 2;   // a block's warps as a grid
constexpr unsigned kWarpCols = 4;
constexpr unsigned kTileRows = kWarpRows * kWarpTile;
constexpr unsigned kTileCols = kWarpCols * kWarpTile;
constexpr unsigned kThreads = 32 * kWarpRows * kWarpCols;
constexpr unsigned kDepth = 8;  // k's of a tile of A and of B
constexpr unsigned kBuffers = 4;
static_assert(kLaneRows * kRows == kWarpTile && kLaneCols * kCols == kWarpTile,
              "lanes cover a warp's square");

constexpr unsigned kRun = 8;  // neighbours in a row of A that lanes fetch together: a sector
constexpr unsigned kPad = 4;  // a warp writes 4 rows of 8 k's of A: banks 4 k + row, all different
constexpr unsigned kARows = kThreads / kRun;                 // rows of A that the block fetches at a time
constexpr unsigned kBRows = kThreads * kVector / kTileCols;  // rows of B
static_assert(kDepth % kRun == 0 && kTileRows % kARows == 0 && kDepth % kBRows == 0, "tiles are whole steps");

struct Tiles {
    alignas(16) float a[kDepth][kTileRows + kPad];  // transposed: a[k][row]
    alignas(16) float b[kDepth][kTileCols];
};

// kAligned: all rows of B and C are made of whole float4 (common/cuda/four.cuh).
template <bool kAligned>
static __global__ void __launch_bounds__(kThreads, 1) multiply_kernel(Gemm gemm) {
    extern __shared__ Tiles warp_tiled_tiles[];  // kBuffers of them
    Tiles* const tiles = warp_tiled_tiles;
    constexpr unsigned kBytes = kAligned ? sizeof(float4) : sizeof(float);  // of a copy from B
    const std::size_t first_row = gpu::tile_y() * kTileRows;
    const std::size_t first_col = gpu::tile_x() * kTileCols;
    const unsigned thread = threadIdx.x;

    // region: lanes
    // Lanes in Z order: bits 0, 2 and 4 of the lane are its column, bits 1 and 3 its row. Neighbouring lanes in pairs read one
    // address of A, and lanes 2 apart one of B: so one wavefront serves two quarter-warps.
    const unsigned lane = thread % 32;
    const unsigned warp = thread / 32;
    const unsigned lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const unsigned lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const unsigned row =
        warp / kWarpCols * kWarpTile + lane_row * kVector;  // the thread's first, within the tile
    const unsigned col = warp % kWarpCols * kWarpTile + lane_col * kVector;
    // end region

    // A thread's sources. Where A has no more rows, or B no more columns, the source is another row or column: only elements
    // beyond the edge of C use it, and these are not stored. So the loop needs no comparison for each copy.
    const unsigned a_row = thread / kRun;
    const unsigned a_k = thread % kRun;
    const unsigned b_k = thread / (kTileCols / kVector);
    const unsigned b_col = thread % (kTileCols / kVector) * kVector;
    const float* a_source[kTileRows / kARows];
    const float* b_source[kVector * sizeof(float) / kBytes];
#pragma unroll
    for (unsigned i = 0; i < kTileRows / kARows; ++i)
        a_source[i] = gemm.a + min(first_row + a_row + i * kARows, gemm.m - 1) * gemm.lda + a_k;
#pragma unroll
    for (unsigned i = 0; i < kVector * sizeof(float) / kBytes; ++i) {
        const std::size_t c = first_col + b_col + i;
        b_source[i] = gemm.b + b_k * gemm.ldb + (c < gemm.n ? c : 0);
    }
    const unsigned steps = (gemm.k + kDepth - 1) / kDepth;
    const unsigned last_depth = gemm.k - (steps - 1) * kDepth;
    // Starts the copies of the tiles of a step. Beyond the last k, and after the last step, zeros are written.
    const auto start_copies = [&](unsigned step, unsigned buffer) {
        const unsigned depth = step + 1 < steps ? kDepth : step + 1 == steps ? last_depth : 0;
#pragma unroll
        for (unsigned k = 0; k < kDepth; k += kBRows) {
#pragma unroll
            for (unsigned i = 0; i < kVector * sizeof(float) / kBytes; ++i) {
                float* const place = &tiles[buffer].b[b_k + k][b_col + i];
                gpu::copy_async<kBytes>(place, b_source[i] + k * gemm.ldb, b_k + k < depth);
            }
        }
#pragma unroll
        for (unsigned k = 0; k < kDepth; k += kRun) {
#pragma unroll
            for (unsigned i = 0; i < kTileRows / kARows; ++i) {
                float* const place = &tiles[buffer].a[a_k + k][a_row + i * kARows];
                gpu::copy_async<4>(place, a_source[i] + k, a_k + k < depth);
            }
        }
#pragma unroll
        for (const float*& source : a_source) source += kDepth;
#pragma unroll
        for (const float*& source : b_source) source += kDepth * gemm.ldb;
        gpu::commit_copies();
    };

    alignas(16) float a[2][kRows] = {};  // of one k, and of the next
    alignas(16) float b[2][kCols] = {};
    // The thread's rows of A and columns of B, of this k.
    const auto fetch = [&](unsigned set, const Tiles& from, unsigned k) {
        gpu::read_pieces<kLaneRows * kVector>(a[set], &from.a[k][row]);
        gpu::read_pieces<kLaneCols * kVector>(b[set], &from.b[k][col]);
    };
    // Goes through every other row from right to left, so the last element of B in one row is the first in the next. An operand
    // that two successive instructions share is read from the registers only once.
    float sum[kRows][kCols] = {};
    const auto multiply_rows = [&](unsigned set, unsigned from, unsigned to) {
#pragma unroll
        for (unsigned i = from; i < to; ++i)
#pragma unroll
            for (unsigned step = 0; step < kCols; ++step) {
                const unsigned j = i % 2 == 0 ? step : kCols - 1 - step;
                sum[i][j] += a[set][i] * b[set][j];  // of C[its row i][its column j]
            }
    };

    // region: loop
    for (unsigned step = 0; step < kBuffers - 1; ++step) start_copies(step, step);
    gpu::wait_for_copies<kBuffers - 2>();
    __syncthreads();
    fetch(0, tiles[0], 0);
    // A step begins with half of the rows of the last k of the tiles before: they are multiplied while the first elements of the
    // next tiles come from shared memory. In the first step they are zeros.
    constexpr unsigned kTurn = kRows / 2;
    constexpr unsigned kLastSet = (kDepth - 1) % 2;
    unsigned reading = 0;
    unsigned writing = kBuffers - 1;
    for (unsigned step = 0; step < steps; ++step) {
        multiply_rows(kLastSet, kTurn, kRows);
        const Tiles* from = &tiles[reading];
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            if (k == kDepth - 1) {
                reading = (reading + 1) % kBuffers;
                from = &tiles[reading];
            }
            fetch((k + 1) % 2, *from, (k + 1) % kDepth);
            if (k == 0) {
                gpu::wait_for_copies<kBuffers - 3>();
                __syncthreads();  // the next tiles are complete, and no thread still reads those before this step's
                start_copies(step + kBuffers - 1, writing);
                writing = (writing + 1) % kBuffers;
            }
            multiply_rows(k % 2, 0, k < kDepth - 1 ? kRows : kTurn);
        }
    }
    multiply_rows(kLastSet, kTurn, kRows);
    // The zeros after the last step: no copy may still arrive when the block has ended.
    gpu::wait_for_copies<0>();
    // end region

#pragma unroll
    for (unsigned i = 0; i < kRows; ++i) {
        const std::size_t c_row = first_row + row + i / kVector * kLaneRows * kVector + i % kVector;
#pragma unroll
        for (unsigned run = 0; run < kColRuns; ++run) {
            const float* const four = &sum[i][run * kVector];
            const std::size_t c_col = first_col + col + run * kLaneCols * kVector;
            gpu::store_four<kAligned>(gemm, c_row, c_col, make_float4(four[0], four[1], four[2], four[3]));
        }
    }
}

// Any size and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const bool aligned =
        gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) && gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const auto kernel = aligned ? multiply_kernel<true> : multiply_kernel<false>;
    constexpr int kShared = kBuffers * sizeof(Tiles);
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    const dim3 block(kThreads);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTileCols), gpu::tiles_for(gemm.m, kTileRows));
    kernel<<<grid, block, kShared>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace warp_tiled
