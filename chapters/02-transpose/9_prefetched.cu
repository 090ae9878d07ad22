// New base: it continues rung 6, not 8. A load hints how many bytes to bring into the second-level cache, and tiles are 96 × 96.
//
// Prefetched: rows of any length begin anywhere. So a row of a tile begins and ends inside a piece of 256 bytes, and another
// block loads the rest of that piece, a little later. Here each load hints that all 256 bytes around it are to come into the
// second-level cache; the other block then finds its part of the piece there. And tiles are larger, so there are fewer ends of
// rows, and fewer rows that two blocks load. Compare with 6_shifted.cu.
//
// Predicted: whole sectors in each store, as in rung 6; one row of `in` in 14 is loaded twice, where it was one in 8. As many
// bytes come from DRAM, but not in as many accesses; no count of the emulator shows that.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace prefetched {

constexpr int kLanes = 32;  // columns that a warp moves at a time
constexpr int kSector = 8;  // floats

// Loads a float, and hints that the 256 bytes around it are to come into the second-level cache if they are not there.
struct LoadWith256 {
    static __device__ float load(const float* address) {
        float value;
#if __CUDA_ARCH__ >= 800
        // region: load
        asm volatile("ld.global.L2::256B.f32 %0, [%1];"
                     : "=f"(value)
                     : "l"(__cvta_generic_to_global(address)));
        // end region
#else
        value = *address;
#endif
        return value;
    }
};

// How a matrix is moved: how to load, rows and columns of a tile, warps of a block, and blocks for whose registers a
// multiprocessor must have room. programs/tune.cu searches for the fastest.
template <class Loading, int rows, int cols, int warps, int blocks>
struct Way {
    using Load = Loading;
    static constexpr int kTileRows = rows, kTileCols = cols, kWarps = warps, kBlocks = blocks;
    static constexpr int kRows = rows + kSector - 1;  // that a block loads: the tile's own, and 7 before them
    static_assert(rows % kLanes == 0 && cols % kLanes == 0 && cols % warps == 0,
                  "a warp stores whole runs, and as many as others");
    using Tile = float[kRows][cols + 1];
};
using Best = Way<LoadWith256, 96, 96, 32, 2>;

// Moves the tile whose first loaded row is first_row, which may lie before the matrix. kInside: everything it loads and
// stores lies in the matrices. Comparing each element would keep the loads from being in flight together; y is the same for a
// whole warp.
template <class W, bool kInside>
__device__ void move_tile(typename W::Tile& tile, float* out, const float* in, std::size_t rows,
                          std::size_t cols, std::ptrdiff_t first_row, std::size_t first_col) {
    const int x = threadIdx.x;
    const int warp = threadIdx.y;
    const auto is_row = [&](std::ptrdiff_t row) {
        return kInside || (row >= 0 && row < static_cast<std::ptrdiff_t>(rows));
    };
    const auto is_col = [&](std::size_t col) { return kInside || col < cols; };

#pragma unroll
    for (int step = 0; step < (W::kRows + W::kWarps - 1) / W::kWarps; ++step) {
        const int y = step * W::kWarps + warp;
#pragma unroll
        for (int c = 0; c < W::kTileCols; c += kLanes) {
            if (y < W::kRows && is_row(first_row + y) && is_col(first_col + c + x))
                tile[y][c + x] = W::Load::load(&in[(first_row + y) * cols + first_col + c + x]);
        }
    }
    __syncthreads();

#pragma unroll
    for (int c = warp; c < W::kTileCols; c += W::kWarps) {
        if (!is_col(first_col + c)) break;
        float* const out_row = out + (first_col + c) * rows;
        // own: the tile's own first row; back: from there to the last multiple of 32 bytes in this row of out.
        const std::ptrdiff_t own = first_row + kSector - 1;
        const int back =
            static_cast<int>((reinterpret_cast<std::uintptr_t>(out_row) / sizeof(float) + own) % kSector);
#pragma unroll
        for (int run = 0; run < W::kTileRows; run += kLanes) {
            const int y = kSector - 1 - back + run + x;
            if (is_row(first_row + y)) out_row[first_row + y] = tile[y][c];
        }
    }
}

template <class W>
static __global__ void __launch_bounds__(kLanes* W::kWarps, W::kBlocks)
    transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ typename W::Tile tile;
    // x runs down the rows: the block order of rung 4.
    const std::ptrdiff_t first_row =
        static_cast<std::ptrdiff_t>(gpu::tile_x() * W::kTileRows) - (kSector - 1);
    const std::size_t first_col = gpu::tile_y() * W::kTileCols;
    const bool inside = first_row >= 0 && first_row + W::kRows <= static_cast<std::ptrdiff_t>(rows) &&
                        first_col + W::kTileCols <= cols;
    if (inside)
        move_tile<W, true>(tile, out, in, rows, cols, first_row, first_col);
    else
        move_tile<W, false>(tile, out, in, rows, cols, first_row, first_col);
}

template <class W>
void launch(float* out, const float* in, std::size_t rows, std::size_t cols) {
    if (rows == 0 || cols == 0) return;
    const dim3 block(kLanes, W::kWarps);
    // The last run of a row may begin 7 columns before its tile.
    const dim3 grid =
        gpu::tile_grid(gpu::tiles_for(rows + kSector - 1, W::kTileRows), gpu::tiles_for(cols, W::kTileCols));
    transpose_kernel<W><<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

// in: rows × cols elements on the device, row after row; out: cols × rows. Any size; in and out must not
// overlap.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    launch<Best>(out, in, rows, cols);
}

}  // namespace prefetched
