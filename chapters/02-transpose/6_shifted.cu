// New base: each row of the output has its own shift, so float4 and the tile that exchanged them are gone.
//
// Shifted: whole sectors for rows of any length. If the rows of `out` are not a multiple of 8 floats long, most of
// them start inside a sector of 32 bytes, and so do the runs that a tile stores. A run of 32 floats then touches 5
// sectors, and two blocks each write a part of the sector between their runs. Here each run is moved back by 0 to 7
// floats, to the last multiple of 32 bytes before it. How far depends on the row of `out`, so a block also loads the
// 7 rows of `in` before its own. Compare with the scalar kernel of 5_swizzled.cu: its tiles are 32 × 32, and a
// thread has 4 loads in flight, not 8.
//
// If all rows consist of whole float4, rung 5 stays faster: nothing needs a shift, and float4 take a quarter of the
// instructions.
//
// Predicted: one request writes all of a sector of `out`. A block loads 72 rows for a tile of 64; the L2 cache
// delivers the 8 that its neighbour loads too.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace shifted {

constexpr int kTile = 64;   // elements on a side of a tile
constexpr int kLanes = 32;  // columns that a warp moves at a time
constexpr int kWarps = 8;
constexpr int kSector = 8;  // floats
// Rows that a block loads: the tile's own, 7 before them, and one more, which makes them a multiple of 8.
constexpr int kRows = kTile + kSector;
static_assert(kRows % kWarps == 0 && kTile % kWarps == 0 && kTile % kLanes == 0, "warps take whole steps");

using Tile = float[kRows][kTile + 1];

// Moves the tile whose first loaded row is first_row, which may lie before the matrix. kInside: everything it loads and
// stores lies in the matrices. Comparing each element would keep the loads from being in flight together.
template <bool kInside>
__device__ void move_tile(Tile& tile, float* out, const float* in, std::size_t rows, std::size_t cols,
                          std::ptrdiff_t first_row, std::size_t first_col) {
    const int x = threadIdx.x;
    const int warp = threadIdx.y;
    const auto is_row = [&](std::ptrdiff_t row) {
        return kInside || (row >= 0 && row < static_cast<std::ptrdiff_t>(rows));
    };
    const auto is_col = [&](std::size_t col) { return kInside || col < cols; };

#pragma unroll
    for (int y = warp; y < kRows; y += kWarps) {
#pragma unroll
        for (int c = 0; c < kTile; c += kLanes) {
            if (is_row(first_row + y) && is_col(first_col + c + x))
                tile[y][c + x] = in[(first_row + y) * cols + first_col + c + x];
        }
    }
    __syncthreads();

    // region: shift
#pragma unroll
    for (int c = warp; c < kTile; c += kWarps) {
        if (!is_col(first_col + c)) break;
        float* const out_row = out + (first_col + c) * rows;
        // own: the tile's first row, a column of out; back: from there to the last multiple of 32 bytes in this row of out.
        const std::ptrdiff_t own = first_row + kSector - 1;
        const int back =
            static_cast<int>((reinterpret_cast<std::uintptr_t>(out_row) / sizeof(float) + own) % kSector);
#pragma unroll
        for (int run = 0; run < kTile; run += kLanes) {
            const int y = kSector - 1 - back + run + x;
            if (is_row(first_row + y)) out_row[first_row + y] = tile[y][c];
        }
    }
    // end region
}

static __global__ void __launch_bounds__(kLanes* kWarps)
    transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ Tile tile;
    // x runs down the rows: the block order of rung 4.
    const std::ptrdiff_t first_row = static_cast<std::ptrdiff_t>(gpu::tile_x() * kTile) - (kSector - 1);
    const std::size_t first_col = gpu::tile_y() * kTile;
    const bool inside =
        first_row >= 0 && first_row + kRows <= static_cast<std::ptrdiff_t>(rows) && first_col + kTile <= cols;
    if (inside)
        move_tile<true>(tile, out, in, rows, cols, first_row, first_col);
    else
        move_tile<false>(tile, out, in, rows, cols, first_row, first_col);
}

// in: rows × cols elements on the device, row after row; out: cols × rows. Any size; in and out must not
// overlap.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    if (rows == 0 || cols == 0) return;
    const dim3 block(kLanes, kWarps);
    // The last run of a row may begin 7 columns before its tile.
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(rows + kSector - 1, kTile), gpu::tiles_for(cols, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace shifted
