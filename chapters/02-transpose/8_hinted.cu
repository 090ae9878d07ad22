// New base: it continues rung 5, not 7. A hint to the second-level cache, and tiles of 128 × 64.
//
// Hinted: each load says that its line is to leave the second-level cache last. Without a hint the lines that were read
// and those that were written leave it in the order of their last use. No element is read twice, so the hint saves no
// access. It changes which lines make room for others, and so when the cache stores to DRAM. Tiles are twice as high as
// in rung 5: a warp stores one run of 512 bytes, not two of 256. Compare with 5_swizzled.cu.
//
// The lines stay marked when the kernel has ended, until the host calls cudaCtxResetPersistingL2Cache().
//
// Predicted: the counts of rung 5, in tiles of 32 KiB. As many bytes move, so a few per cent at most.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace hinted {

constexpr int kVector = 4;      // floats in a float4; a thread owns kVector × kVector elements
constexpr int kTileRows = 128;  // of `in`, in a block's tile
constexpr int kTileCols = 64;
// A block has kAcross × kDown threads, one for each 4 × 4 elements of its tile.
constexpr int kAcross = kTileCols / kVector;
constexpr int kDown = kTileRows / kVector;
static_assert(kTileRows % kVector == 0 && kTileCols % kVector == 0, "a tile holds whole float4");

// Loads a float4. The line of the second-level cache that has it is to be evicted last.
static __device__ float4 load_and_keep(const float* address) {
#if __CUDA_ARCH__ >= 800
    float4 v;
    // region: hint
    asm volatile(
        "{\n"
        ".reg .b64 policy;\n"
        "createpolicy.fractional.L2::evict_last.b64 policy, 1.0;\n"
        "ld.global.L2::cache_hint.v4.f32 {%0, %1, %2, %3}, [%4], policy;\n"
        "}\n"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(__cvta_generic_to_global(address)));
    // end region
    return v;
#else
    return *reinterpret_cast<const float4*>(address);
#endif
}

static __global__ void transpose_float4_kernel(float* out, const float* in, std::size_t rows,
                                               std::size_t cols) {
    // The tile, transposed: its row r is turned[r], and float4 y of that row lies at y ^ (r / 4). 8 lanes that
    // differ in y in one row, or in r / 4 in one column, have 8 different y ^ (r / 4): 8 bank groups of 16
    // bytes.
    __shared__ float4 turned[kTileCols][kDown];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::size_t first_row = gpu::tile_x() * kTileRows;  // x runs down the rows: the block order
    const std::size_t first_col = gpu::tile_y() * kTileCols;

    // rows and cols are multiples of 4: a thread's 4 × 4 elements are all inside or all outside.
    const std::size_t row = first_row + kVector * y;
    const std::size_t col = first_col + kVector * x;
    if (row < rows && col < cols) {
        // region: turn
        const float* source = in + row * cols + col;
        const float4 a = load_and_keep(source);
        const float4 b = load_and_keep(source + cols);
        const float4 c = load_and_keep(source + 2 * cols);
        const float4 d = load_and_keep(source + 3 * cols);
        turned[kVector * x + 0][y ^ x] = make_float4(a.x, b.x, c.x, d.x);
        turned[kVector * x + 1][y ^ x] = make_float4(a.y, b.y, c.y, d.y);
        turned[kVector * x + 2][y ^ x] = make_float4(a.z, b.z, c.z, d.z);
        turned[kVector * x + 3][y ^ x] = make_float4(a.w, b.w, c.w, d.w);
        // end region
    }

    __syncthreads();

    // region: store
    const int thread = kAcross * y + x;
    const int out_x = thread % kDown;  // a warp has a row of the transposed tile
    const std::size_t out_col = first_row + kVector * out_x;
#pragma unroll
    for (int r = thread / kDown; r < kTileCols; r += kAcross) {
        const std::size_t out_row = first_col + r;  // of which this thread stores 4 columns
        if (out_row < cols && out_col < rows) {
            *reinterpret_cast<float4*>(out + out_row * rows + out_col) = turned[r][out_x ^ (r / kVector)];
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
    const int tile_rows = aligned ? kTileRows : kScalarTile;
    const int tile_cols = aligned ? kTileCols : kScalarTile;
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(rows, tile_rows), gpu::tiles_for(cols, tile_cols));
    if (aligned) {
        const dim3 block(kAcross, kDown);
        transpose_float4_kernel<<<grid, block>>>(out, in, rows, cols);
    } else {
        const dim3 block(kScalarTile, kScalarRows);
        transpose_scalar_kernel<<<grid, block>>>(out, in, rows, cols);
    }
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace hinted
