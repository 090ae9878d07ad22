// Swizzled: the tile without padding. Instead of making rows longer, each row stores its float4 in another
// order: the one for column y of row r lies at y ^ (r / 4). Exclusive or with a constant only reorders 0 …
// 15, so every position is used once and a tile takes exactly the 16 KiB of its elements. Hardware that
// copies whole tiles offers this layout too. Compare with 4_register_blocked.cu: only the index into the
// tile differs.
//
// Predicted: the counts of rung 4, 16 sectors per global request and 4 wavefronts per shared request without
// bank conflicts, in exactly 64 × 64 × 4 bytes of shared memory.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace swizzled {

constexpr int kVector = 4;              // floats in a float4; a thread owns kVector × kVector elements
constexpr int kTile = 64;               // elements on a side of a block's tile
constexpr int kSide = kTile / kVector;  // float4 on a side of the tile: a block has kSide × kSide threads
static_assert(kTile % kVector == 0, "a tile holds whole float4");

static __global__ void transpose_float4_kernel(float* out, const float* in, std::size_t rows,
                                               std::size_t cols) {
    // The tile, transposed: its row r is turned[r], and float4 y of that row lies at y ^ (r / 4). 8 lanes that
    // differ in y in one row, or in r / 4 in one column, have 8 different y ^ (r / 4): 8 bank groups of 16
    // bytes.
    __shared__ float4 turned[kTile][kSide];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::size_t first_row = gpu::tile_x() * kTile;  // x runs down the rows: the block order
    const std::size_t first_col = gpu::tile_y() * kTile;

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
        turned[kVector * x + 0][y ^ x] = make_float4(a.x, b.x, c.x, d.x);
        turned[kVector * x + 1][y ^ x] = make_float4(a.y, b.y, c.y, d.y);
        turned[kVector * x + 2][y ^ x] = make_float4(a.z, b.z, c.z, d.z);
        turned[kVector * x + 3][y ^ x] = make_float4(a.w, b.w, c.w, d.w);
        // end region
    }

    __syncthreads();

    // region: store
    const std::size_t out_col = first_row + kVector * x;
#pragma unroll
    for (int r = y; r < kTile; r += kSide) {
        const std::size_t out_row = first_col + r;  // of which this thread stores 4 columns
        if (out_row < cols && out_col < rows) {
            *reinterpret_cast<float4*>(out + out_row * rows + out_col) = turned[r][x ^ (r / kVector)];
        }
    }
    // end region
}

constexpr int kScalarTile = 32;
constexpr int kScalarRows = 8;  // a block of 32 × 8 threads; a thread moves every eighth row of its column
static_assert(kScalarTile % kScalarRows == 0, "a tile holds whole steps of rows");

static __global__ void transpose_scalar_kernel(float* out, const float* in, std::size_t rows,
                                               std::size_t cols) {
    // Element (y, x) of the tile lies at x ^ y of row y: the 32 of a row or of a column have 32 banks.
    __shared__ float tile[kScalarTile][kScalarTile];
    const int x = threadIdx.x;
    const std::size_t first_row = gpu::tile_x() * kScalarTile;
    const std::size_t first_col = gpu::tile_y() * kScalarTile;

#pragma unroll
    for (int y = threadIdx.y; y < kScalarTile; y += kScalarRows) {
        if (first_row + y < rows && first_col + x < cols) {
            tile[y][x ^ y] = in[(first_row + y) * cols + first_col + x];
        }
    }
    __syncthreads();
#pragma unroll
    for (int y = threadIdx.y; y < kScalarTile; y += kScalarRows) {
        if (first_col + y < cols && first_row + x < rows) {
            out[(first_col + y) * rows + first_row + x] = tile[x][y ^ x];
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

}  // namespace swizzled
