// New base: rung 3's tile, but a thread moves four elements of it, so both accesses are in a loop.
//
// Four rows: a block of 32 × 8 threads moves a tile of 32 × 32 elements, and each thread four of them, eight rows apart. So
// it has four loads in flight where rung 3's has one, as single floats. Rung 4 changes both: the loads in flight and their
// width. Compare with 3_bank_conflict_free.cu.
//
// Predicted: 4 sectors and 1 wavefront per request, as in rung 3, and as many requests. Fewer instructions, since the four
// elements share what leads to their addresses. On a GPU faster than rung 3, if loads in flight are what it lacks.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace four_rows {

constexpr int kTile = 32;
constexpr int kRows = 8;  // a block has 32 × 8 threads
static_assert(kTile % kRows == 0, "a tile holds whole steps of rows");

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    // region: kernel
    __shared__ float tile[kTile][kTile + 1];  // element (y, x) is in bank (33 y + x) % 32 = (y + x) % 32
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;

    const std::size_t col = first_col + threadIdx.x;
#pragma unroll
    for (int y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t row = first_row + y;
        if (row < rows && col < cols) tile[y][threadIdx.x] = in[row * cols + col];
    }

    __syncthreads();  // the elements read below were written by other threads

    const std::size_t out_col = first_row + threadIdx.x;
#pragma unroll
    for (int y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t out_row = first_col + y;
        if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][y];
    }
    // end region
}

// in: rows × cols elements on the device, row after row; out: cols × rows. Any size; in and out must not
// overlap.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kRows);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace four_rows
