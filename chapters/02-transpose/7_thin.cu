// New base: a thin matrix needs another tile, a run of its memory, and so two more kernels.
//
// Thin: in a matrix of 7 columns a tile of 64 × 64 is nearly empty, and 25 lanes of a warp have nothing to load. But short
// rows lie one after the other, so many of them are one long run of memory. A block takes a chunk of 8192 elements: all of
// the short side, and as much of the long side as fits. In the matrix with short rows the chunk is a single run; in the
// other one it is a run for each long row. Full warps move both. (An array of structures is such a matrix: n points of x, y
// and z are n × 3. Its transpose is a structure of arrays.) Compare with 6_shifted.cu, whose tiles still move other matrices.
//
// Predicted: less than a quarter of rung 6's load requests at 7 columns, and of its store requests at 7 rows. All take 4
// sectors or little more. At least 0.9 of the copy's speed.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace thin {

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

#pragma unroll
    for (int c = warp; c < kTile; c += kWarps) {
        if (!is_col(first_col + c)) break;
        float* const out_row = out + (first_col + c) * rows;
        // own: the tile's own first row; back: from there to the last multiple of 32 bytes in this row of out.
        const std::ptrdiff_t own = first_row + kSector - 1;
        const int back =
            static_cast<int>((reinterpret_cast<std::uintptr_t>(out_row) / sizeof(float) + own) % kSector);
#pragma unroll
        for (int run = 0; run < kTile; run += kLanes) {
            const int y = kSector - 1 - back + run + x;
            if (is_row(first_row + y)) out_row[first_row + y] = tile[y][c];
        }
    }
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

constexpr std::size_t kThin = 200;  // the longest short side; beyond it rung 6 is as fast (measured)
constexpr int kElements = 8192;     // of a chunk
constexpr int kThreads = 512;
constexpr int kBlocks = 4;                          // on a multiprocessor: 2048 threads, all that it holds
constexpr int kEach = kElements / kThreads;         // loads that a thread has in flight
constexpr int kPlaces = kElements + kElements / 2;  // rows of 2 elements have 3 places
constexpr unsigned kNowhere = ~0u;

// A chunk's extents, and where its elements lie in shared memory: short row after short row, each an odd number of floats
// long, so that neighbours in a column are in different banks.
struct Chunk {
    unsigned length;      // short rows
    unsigned width;       // elements of a short row
    unsigned pitch;       // floats of a short row: width, or one more
    unsigned reciprocal;  // 2^32 / width, rounded up, if pitch is one more than width; otherwise 0

    __device__ unsigned place(unsigned row, unsigned col) const { return row * pitch + col; }
    // The place of element number `element` in the run of all short rows. __umulhi counts the paddings before it.
    __device__ unsigned place(unsigned element) const { return element + __umulhi(element, reciprocal); }
};

// A thread's way through the long rows of its chunk: as if they lay one after the other, in steps of kThreads elements.
struct Walk {
    unsigned length;  // of a long row
    unsigned row = threadIdx.x / length;
    unsigned col = threadIdx.x % length;

    __device__ void step() {
        row += kThreads / length;
        col += kThreads % length;
        if (col >= length) {
            col -= length;
            ++row;
        }
    }
};

// `in` has few rows, all of them long; `out` has short ones.
static __global__ void __launch_bounds__(kThreads, kBlocks)
    few_rows_kernel(float* out, const float* in, std::size_t cols, Chunk chunk) {
    __shared__ float tile[kPlaces];
    const std::size_t first_col = gpu::tile_x() * chunk.length;
    const unsigned length =
        min(std::size_t{chunk.length}, cols - first_col);  // the last chunk may be shorter
    float value[kEach];
    unsigned place[kEach];
    Walk at{chunk.length};
#pragma unroll
    for (int k = 0; k < kEach; ++k, at.step()) {
        const bool mine = at.row < chunk.width && at.col < length;
        value[k] = mine ? in[at.row * cols + first_col + at.col] : 0;
        place[k] = mine ? chunk.place(at.col, at.row) : kNowhere;
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
        if (place[k] != kNowhere) tile[place[k]] = value[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
        const unsigned element = k * kThreads + threadIdx.x;
        if (element < length * chunk.width)
            out[first_col * chunk.width + element] = tile[chunk.place(element)];
    }
}

// `in` has few columns: its rows are short, those of `out` long. The runs of `out` are shifted as in rung 6, and begin up to
// 7 rows of `in` before the chunk.
static __global__ void __launch_bounds__(kThreads, kBlocks)
    few_cols_kernel(float* out, const float* in, std::size_t rows, Chunk chunk) {
    __shared__ float tile[kPlaces];
    const std::ptrdiff_t first_row = static_cast<std::ptrdiff_t>(gpu::tile_x() * chunk.length) - kSector;
    const std::ptrdiff_t first = first_row * chunk.width;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(rows) * chunk.width;
    const bool inside = first >= 0 && first + kElements <= end;
    // region: chunk
    float value[kEach];
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
        const std::ptrdiff_t element = first + k * kThreads + threadIdx.x;
        value[k] = inside || (element >= 0 && element < end) ? in[element] : 0;
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) tile[chunk.place(k * kThreads + threadIdx.x)] = value[k];
    __syncthreads();
    for (Walk at{chunk.length}; at.row < chunk.width; at.step()) {
        float* const out_row = out + at.row * rows;
        const unsigned back =
            (reinterpret_cast<std::uintptr_t>(out_row) / sizeof(float) + first_row) % kSector;
        const unsigned y = kSector - back + at.col;
        const std::ptrdiff_t row = first_row + y;
        if (inside || (row >= 0 && row < static_cast<std::ptrdiff_t>(rows)))
            out_row[row] = tile[chunk.place(y, at.row)];
    }
    // end region
}

// width: elements of a short row; before: rows that are loaded in addition.
static Chunk chunk_of(std::size_t width, unsigned before) {
    Chunk chunk{};
    chunk.width = static_cast<unsigned>(width);
    chunk.length = (kElements / chunk.width - before) / kSector * kSector;
    chunk.pitch = chunk.width | 1;
    if (chunk.pitch != chunk.width) chunk.reciprocal = ~0u / chunk.width + 1;
    return chunk;
}

// in: rows × cols elements on the device, row after row; out: cols × rows. Any size; in and out must not
// overlap.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    if (rows == 0 || cols == 0) return;
    if (std::min(rows, cols) > kThin) {
        const dim3 block(kLanes, kWarps);
        // The last run of a row may begin 7 columns before its tile.
        const dim3 grid =
            gpu::tile_grid(gpu::tiles_for(rows + kSector - 1, kTile), gpu::tiles_for(cols, kTile));
        transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    } else if (rows < cols) {
        const Chunk chunk = chunk_of(rows, 0);
        const dim3 grid(static_cast<unsigned>(gpu::tiles_for(cols, chunk.length)));
        const dim3 block(kThreads);
        few_rows_kernel<<<grid, block>>>(out, in, cols, chunk);
    } else {
        const Chunk chunk = chunk_of(cols, kSector);
        const dim3 grid(static_cast<unsigned>(gpu::tiles_for(rows + kSector - 1, chunk.length)));
        const dim3 block(kThreads);
        few_cols_kernel<<<grid, block>>>(out, in, rows, chunk);
    }
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace thin
