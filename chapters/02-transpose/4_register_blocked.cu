// New base: float4 need another tile, and rows that do not start at multiples of 16 bytes need a second kernel.
//
// Register-blocked: a thread moves 16 elements instead of one. It loads a block of 4 × 4 as four float4,
// transposes it in its registers, and exchanges whole float4 with the other threads of its tile through
// shared memory. A quarter of the instructions move the same bytes, each thread has four loads in flight
// before it needs the first, and a tile is 64 × 64, so loads and stores are runs of 256 bytes. Blocks are
// numbered down the columns of `in`, which is along the rows of `out`: blocks that run together write
// neighbouring pieces of the same rows. Compare with 3_bank_conflict_free.cu.
//
// The address of a float4 must be a multiple of 16 bytes. Where a row of `in` or `out` starts elsewhere, a
// second kernel moves single floats: 4 elements a thread, and the padded tile of rung 3.
//
// Predicted: 16 sectors per global request (a warp moves 512 bytes, all used). A quarter of a warp, 8 lanes ×
// 16 bytes, takes all 32 banks once: 4 wavefronts per shared load and store request, no bank conflicts.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace register_blocked {

constexpr int kVector = 4;              // floats in a float4; a thread owns kVector × kVector elements
constexpr int kTile = 64;               // elements on a side of a block's tile
constexpr int kSide = kTile / kVector;  // float4 on a side of the tile: a block has kSide × kSide threads
static_assert(kTile % kVector == 0, "a tile holds whole float4");

static __global__ void transpose_float4_kernel(float* out, const float* in, std::size_t rows,
                                               std::size_t cols) {
    // region: tile
    // The tile, transposed. Its row r of kSide float4 lies in turned[r / 4], at (r % 4) * kSide. One float4 of
    // padding after every four rows puts turned[x][y] into the bank group (x + y) % 8: 8 lanes that differ in
    // x, or in y, have 8 different groups.
    __shared__ float4 turned[kSide][kVector * kSide + 1];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::size_t first_row = gpu::tile_x() * kTile;  // x runs down the rows: the block order
    const std::size_t first_col = gpu::tile_y() * kTile;
    // end region

    // rows and cols are multiples of 4: a thread's 4 × 4 elements are all inside or all outside.
    const std::size_t row = first_row + kVector * y;
    const std::size_t col = first_col + kVector * x;
    if (row < rows && col < cols) {
        // region: turn
        const float* source = in + row * cols + col;
        const float4 a = *reinterpret_cast<const float4*>(source);
        const float4 b = *reinterpret_cast<const float4*>(source + cols);
        const float4 c = *reinterpret_cast<const float4*>(source + 2 * cols);
        const float4 d = *reinterpret_cast<const float4*>(source + 3 * cols);
        turned[x][0 * kSide + y] = make_float4(a.x, b.x, c.x, d.x);
        turned[x][1 * kSide + y] = make_float4(a.y, b.y, c.y, d.y);
        turned[x][2 * kSide + y] = make_float4(a.z, b.z, c.z, d.z);
        turned[x][3 * kSide + y] = make_float4(a.w, b.w, c.w, d.w);
        // end region
    }

    __syncthreads();

    // region: store
    const std::size_t out_col = first_row + kVector * x;
#pragma unroll
    for (int r = y; r < kTile; r += kSide) {
        const std::size_t out_row = first_col + r;  // of which this thread stores 4 columns
        if (out_row < cols && out_col < rows) {
            const float4 value = turned[r / kVector][r % kVector * kSide + x];
            *reinterpret_cast<float4*>(out + out_row * rows + out_col) = value;
        }
    }
    // end region
}

constexpr int kScalarTile = 32;
constexpr int kScalarRows = 8;  // a block of 32 × 8 threads; a thread moves every eighth row of its column
static_assert(kScalarTile % kScalarRows == 0, "a tile holds whole steps of rows");

static __global__ void transpose_scalar_kernel(float* out, const float* in, std::size_t rows,
                                               std::size_t cols) {
    __shared__ float tile[kScalarTile][kScalarTile + 1];
    const int x = threadIdx.x;
    const std::size_t first_row = gpu::tile_x() * kScalarTile;
    const std::size_t first_col = gpu::tile_y() * kScalarTile;

#pragma unroll
    for (int y = threadIdx.y; y < kScalarTile; y += kScalarRows) {
        if (first_row + y < rows && first_col + x < cols) {
            tile[y][x] = in[(first_row + y) * cols + first_col + x];
        }
    }
    __syncthreads();
#pragma unroll
    for (int y = threadIdx.y; y < kScalarTile; y += kScalarRows) {
        if (first_col + y < cols && first_row + x < rows) {
            out[(first_col + y) * rows + first_row + x] = tile[x][y];
        }
    }
}

// Whether every row of both matrices starts at a multiple of 16 bytes.
static bool rows_are_aligned(const float* out, const float* in, std::size_t rows, std::size_t cols) {
    const auto addresses = reinterpret_cast<std::uintptr_t>(out) | reinterpret_cast<std::uintptr_t>(in);
    return addresses % sizeof(float4) == 0 && rows % kVector == 0 && cols % kVector == 0;
}

// in: rows × cols elements on the device, row after row; out: cols × rows. Any size; in and out must not
// overlap.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const bool aligned = rows_are_aligned(out, in, rows, cols);
    const int tile = aligned ? kTile : kScalarTile;
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(rows, tile), gpu::tiles_for(cols, tile));
    if (aligned) {
        const dim3 block(kSide, kSide);
        transpose_float4_kernel<<<grid, block>>>(out, in, rows, cols);
    } else {
        const dim3 block(kScalarTile, kScalarRows);
        transpose_scalar_kernel<<<grid, block>>>(out, in, rows, cols);
    }
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace register_blocked
